import { PinInput, useFormikField, useUnsent } from 'shared-ui/forms';

interface CodeFieldProps {
  label: string;
  /** Digits of the code. */
  count: number;
}

/** Field for a one-time code. An incomplete code shows no error: the submit button is disabled until it is complete. */
export function CodeField({ label, count }: CodeFieldProps) {
  const { error: _incomplete, ...field } = useFormikField<string>('code');
  useUnsent(field.value !== '');
  return <PinInput {...field} label={label} count={count} />;
}
