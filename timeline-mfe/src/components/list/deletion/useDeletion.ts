import type { CareEvent } from 'mock-api/contract';
import { useState } from 'react';
import { bringEventBack, removeEvent } from 'shared-ui';

export type DeletionNews = 'deleted' | 'deleteFailed' | 'restoreFailed' | null;

export interface Deletion {
  /** Outcome of the last deletion, to be announced. */
  news: DeletionNews;
  /** The event that was just restored; null after the next deletion. */
  restoredId: string | null;
  remove(event: CareEvent): void;
  undo(): void;
  forget(): void;
}

/** Deletes events from a list. The last deletion can be undone. */
export function useDeletion(): Deletion {
  const [news, setNews] = useState<DeletionNews>(null);
  const [lastId, setLastId] = useState('');
  const [restoredId, setRestoredId] = useState<string | null>(null);
  const attempt = async (work: Promise<void>, failed: DeletionNews) => {
    try {
      await work;
    } catch (error) {
      console.info('A deletion did not reach the server', error);
      setNews(failed);
    }
  };
  return {
    news,
    restoredId,
    remove(event) {
      setLastId(event.id);
      setRestoredId(null);
      setNews('deleted');
      void attempt(removeEvent(event), 'deleteFailed');
    },
    undo() {
      setNews(null);
      setRestoredId(lastId);
      void attempt(bringEventBack(lastId), 'restoreFailed');
    },
    forget: () => setNews(null),
  };
}
