import type { CareEvent } from 'mock-api/contract';
import { useState } from 'react';
import { bringEventBack, removeEvent } from 'shared-ui';

export type DeletionStatus = 'deleted' | 'deleteFailed' | 'restoreFailed' | null;

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
      console.info('A deletion did not reach the server', error);
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
