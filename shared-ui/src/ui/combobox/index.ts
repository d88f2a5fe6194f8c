/** Entry `shared-ui/combobox`: a long list to search by typing. */
export { ComboboxField, type ComboboxFieldProps, type ComboboxOption, filterOptions } from './ComboboxField.tsx';
