import type { ReactNode } from 'react';
import { useText } from 'shared-ui';
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
import { styled } from 'styled-components';
import { words } from '../words.ts';

/* Screen readers get it from aria-required: the second value, where browsers know it, keeps it out of the label. */
const Marked = styled.span`
  &::after {
    content: ' (' attr(data-mark) ')';
    content: ' (' attr(data-mark) ')' / '';
    color: var(--ink-soft);
    font-weight: 400;
  }
`;

/** Label of a required field, with the word for it. */
export function RequiredLabel({ children }: { children: ReactNode }) {
  return <Marked data-mark={useText(words)('form.required')}>{children}</Marked>;
}

const labelOf = ({ label, required }: Pick<TextFieldProps, 'label' | 'required'>) =>
  required ? <RequiredLabel>{label}</RequiredLabel> : label;

/** Props of a field in a Formik form, which provides the others by its name. */
type InForm<Props> = Omit<Props, keyof BoundField<string>> & { name: string };

export function FormTextField({ name, ...props }: InForm<TextFieldProps>) {
  return <TextField {...props} label={labelOf(props)} {...useFormikField<string>(name)} />;
}

export function FormTextArea({ name, ...props }: InForm<TextAreaProps>) {
  return <TextArea {...props} label={labelOf(props)} {...useFormikField<string>(name)} />;
}

export function FormSelect({ name, ...props }: InForm<SelectFieldProps>) {
  return <SelectField {...props} {...useFormikField<string>(name)} />;
}
