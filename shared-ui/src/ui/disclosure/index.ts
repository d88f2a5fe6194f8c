/** Entry `shared-ui/disclosure`: sections that open and close independently. */
export { AccordionSection, type AccordionSectionProps } from './Accordion.tsx';
