import { useCallback, useState } from 'react';
import { Toast, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Shows short confirmations: call `showToast` with a message and render `toast` on the screen. */
export function useToast() {
  const t = useText(words);
  const [message, setMessage] = useState<string | null>(null);
  const close = useCallback(() => setMessage(null), []);
  return { showToast: setMessage, toast: <Toast message={message} close={{ label: t('close'), onPress: close }} /> };
}
