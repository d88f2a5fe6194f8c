/** Entry `shared-ui/disclosure`: sections that open and close, each on its own. */
export { AccordionSection, type AccordionSectionProps } from './Accordion.tsx';
