import { useCallback, useState } from 'react';
import { ApiFailure, Note, Toast, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Error note with the server's message, or a generic one if it sent none. Renders nothing if `error` is null. */
export function Failure({ error }: { error: unknown }) {
  const t = useText(words);
  if (error === null) return null;
  return (
    <Note tone="error" live="alert">
      {reasonOf(error) || t('failed')}
    </Note>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return '';
  return Object.values(error.fields).join(' ') || error.message;
}

/** Shows short confirmations: call `showToast` with a message and render `toast` on the screen. */
export function useToast() {
  const t = useText(words);
  const [message, setMessage] = useState<string | null>(null);
  const close = useCallback(() => setMessage(null), []);
  return { showToast: setMessage, toast: <Toast message={message} close={{ label: t('close'), onPress: close }} /> };
}
