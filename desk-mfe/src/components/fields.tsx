import {
  type BoundField,
  SelectField,
  type SelectFieldProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
  useFormikField,
} from 'shared-ui/forms';

/** Props of a field in a Formik form, which provides the others by its name. */
type InForm<Props> = Omit<Props, keyof BoundField<string>> & { name: string };

export function FormTextField({ name, ...props }: InForm<TextFieldProps>) {
  return <TextField {...props} {...useFormikField<string>(name)} />;
}

export function FormTextArea({ name, ...props }: InForm<TextAreaProps>) {
  return <TextArea {...props} {...useFormikField<string>(name)} />;
}

export function FormSelect({ name, ...props }: InForm<SelectFieldProps>) {
  return <SelectField {...props} {...useFormikField<string>(name)} />;
}
