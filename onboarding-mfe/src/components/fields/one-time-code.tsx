import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Button } from 'shared-ui';
import { fieldId, PinInput, useFormikContext, useFormikField, useUnsent, yup } from 'shared-ui/forms';

/** Form values for a one-time code. */
export interface CodeValues {
  code: string;
}

export const NO_CODE: CodeValues = { code: '' };

/** Requires exactly `count` digits. It has no message: the submit button stays disabled until the code is complete. */
export const codeSchema = (count: number) =>
  yup.object({
    code: yup
      .string()
      .required()
      .matches(new RegExp(`^\\d{${count}}$`)),
  });

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

interface ResendButtonProps {
  children: string;
  busy: boolean;
  /** Sends another code. Never rejects. */
  onResend(): Promise<unknown>;
}

/** Clears the code field, requests a new code and focuses the field. */
export function ResendButton({ children, busy, onResend }: ResendButtonProps) {
  const { setFieldValue } = useFormikContext<CodeValues>();
  const resend = async () => {
    void setFieldValue('code', '');
    await onResend();
    document.getElementById(fieldId('code'))?.focus();
  };
  return (
    <Button variant="plain" icon={<RotateCcw />} busy={busy} onClick={resend}>
      {children}
    </Button>
  );
}
