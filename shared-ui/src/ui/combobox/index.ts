/**
 * Entry `shared-ui/combobox`: a long list to search by typing.
 * @module
 */
export { ComboboxField, type ComboboxFieldProps, type ComboboxOption, filterOptions } from './ComboboxField.tsx';
