/**
 * Entry `shared-ui/disclosure`: sections that open and close independently.
 * @module
 */
export { AccordionSection, type AccordionSectionProps } from './Accordion.tsx';
