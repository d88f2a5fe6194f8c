import { useCallback, useState } from 'react';
import { Toast, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Says for a moment what was done: `tell` it, and show `toast` somewhere on the screen. */
export function useTold() {
  const t = useText(words);
  const [message, setMessage] = useState<string | null>(null);
  const close = useCallback(() => setMessage(null), []);
  return { tell: setMessage, toast: <Toast message={message} close={{ label: t('close'), onPress: close }} /> };
}
