import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useEffect } from 'react';
import { Button } from 'shared-ui';
import { fieldId, PinInput, useFormikContext, useFormikField, useUnsent, yup } from 'shared-ui/forms';
import { isRefusal } from '../../session/failure.tsx';

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

const focusCode = () => document.getElementById(fieldId('code'))?.focus();

interface CodeFieldProps {
  label: string;
  /** Where the code was sent. */
  hint: ReactNode;
  /** Digits of the code. */
  count: number;
  /** Why the last code was not accepted, or null. The screen shows the message. */
  error: unknown;
}

/**
 * Field for a one-time code, focused on arrival. An incomplete code shows no error: the submit button is disabled until
 * it is complete. A complete one is never submitted by itself (WCAG 3.2.2). A refused one is cleared, so that the next
 * can be typed; one that never reached the server stays.
 */
export function CodeField({ label, hint, count, error }: CodeFieldProps) {
  const { error: _incomplete, ...field } = useFormikField<string>('code');
  const { setFieldValue } = useFormikContext<CodeValues>();
  useUnsent(field.value !== '');
  useEffect(focusCode, []);
  useEffect(() => {
    if (!isRefusal(error)) return;
    void setFieldValue('code', '');
    focusCode();
  }, [error, setFieldValue]);
  return <PinInput {...field} label={label} hint={hint} count={count} />;
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
    focusCode();
  };
  return (
    <Button variant="plain" icon={<RotateCcw />} busy={busy} onClick={resend}>
      {children}
    </Button>
  );
}
