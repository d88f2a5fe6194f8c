import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Button } from 'shared-ui';
import { fieldId, useFormikContext } from 'shared-ui/forms';
import type { TypedCode } from './schema.ts';

interface ResendButtonProps {
  children: string;
  busy: boolean;
  /** Sends another code. Never rejects. */
  onResend(): Promise<unknown>;
}

/** Clears the code field, requests a new code and focuses the field. */
export function ResendButton({ children, busy, onResend }: ResendButtonProps) {
  const { setFieldValue } = useFormikContext<TypedCode>();
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
