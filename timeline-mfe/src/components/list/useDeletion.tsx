import type { CareEvent } from 'mock-api/contract';
import { useCallback, useRef, useState } from 'react';
import { bringEventBack, removeEvent, Toast, useText } from 'shared-ui';
import { words } from '../../words.ts';

/** Returns whether the user may delete an event. Shared events can only be deleted by their owner. */
export const isDeletable = ({ isShared }: CareEvent) => !isShared;

type DeletionStatus = 'deleted' | 'deleteFailed' | 'restoreFailed' | null;

export interface Deletion {
  /** Outcome of the last deletion, to be announced. */
  status: DeletionStatus;
  /** The event that was just restored; null after the next deletion. */
  restoredId: string | null;
  remove(event: CareEvent): void;
  undo(): void;
  forget(): void;
}

/** Deletes events from a list. The last deletion can be undone. */
export function useDeletion(): Deletion {
  const [status, setStatus] = useState<DeletionStatus>(null);
  const [lastId, setLastId] = useState('');
  const [restoredId, setRestoredId] = useState<string | null>(null);
  const attempt = async (work: Promise<void>, failed: DeletionStatus) => {
    try {
      await work;
    } catch (error) {
      console.info('Failed to delete or restore an event', error);
      setStatus(failed);
    }
  };
  return {
    status,
    restoredId,
    remove(event) {
      setLastId(event.id);
      setRestoredId(null);
      setStatus('deleted');
      void attempt(removeEvent(event), 'deleteFailed');
    },
    undo() {
      setStatus(null);
      setRestoredId(lastId);
      void attempt(bringEventBack(lastId), 'restoreFailed');
    },
    forget: () => setStatus(null),
  };
}

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
