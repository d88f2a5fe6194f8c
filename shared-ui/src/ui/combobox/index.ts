/** Entry `shared-ui/combobox`: a long list to search by typing. */
export { ComboboxField, type ComboboxFieldProps } from './ComboboxField.tsx';
export { type ComboboxOption, filterOptions } from './filter.ts';
