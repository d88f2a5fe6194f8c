import { useCallback, useRef, useState } from 'react';
import { ApiFailure, Note, Toast, useText } from 'shared-ui';
import { words } from '../words.ts';
import type { DeskPageHandle } from './DeskPage.tsx';

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

/**
 * For a list whose entries leave it once staff have decided: returns `onDecided`, which removes an entry and confirms it
 * with a toast, and the ref for the DeskPage.
 * @param change updates the list; stable
 */
export function useDecisions<T extends { id: string }>(change: (update: (items: T[]) => T[]) => void) {
  const page = useRef<DeskPageHandle>(null);
  const { showToast, toast } = useToast();
  const onDecided = useCallback(
    (id: string, message: string) => {
      change((items) => items.filter((item) => item.id !== id));
      showToast(message);
      // The focused button was removed with its entry.
      page.current?.focusHeading();
    },
    [change, showToast],
  );
  return { page, onDecided, toast };
}
