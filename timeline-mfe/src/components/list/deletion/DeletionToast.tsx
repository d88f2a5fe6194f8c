import { useCallback, useRef } from 'react';
import { Toast, useText } from 'shared-ui';
import { words } from '../../../words.ts';
import type { Deletion } from './useDeletion.ts';

/** Announces the outcome of a deletion and offers Undo. */
export function DeletionToast({ deletion: { status, undo, forget } }: { deletion: Deletion }) {
  const t = useText(words);
  // The toast restarts its timer whenever this function changes.
  const latest = useRef(forget);
  latest.current = forget;
  const hide = useCallback(() => latest.current(), []);
  return (
    <Toast
      message={status && t(`events.${status}`)}
      action={status === 'deleted' ? { label: t('events.undo'), onPress: undo } : undefined}
      close={{ label: t('events.hide'), onPress: hide }}
    />
  );
}
