import { useCallback, useState } from 'react';
import { Toast, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Shows short confirmations: call `tell` with a message and render `toast` on the screen. */
export function useTold() {
  const t = useText(words);
  const [message, setMessage] = useState<string | null>(null);
  const close = useCallback(() => setMessage(null), []);
  return { tell: setMessage, toast: <Toast message={message} close={{ label: t('close'), onPress: close }} /> };
}
