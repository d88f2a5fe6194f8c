import { useState } from 'react';
import { bringEventBack, type CareEvent, removeEvent } from 'shared-ui';

export type DeletionNews = 'deleted' | 'deleteFailed' | 'restoreFailed' | null;

export interface Deletion {
  /** What there is to say about the last deletion. */
  news: DeletionNews;
  remove(event: CareEvent): void;
  undo(): void;
  forget(): void;
}

/** Deleting an event from a list, with a way back as long as it is the last one deleted. */
export function useDeletion(): Deletion {
  const [news, setNews] = useState<DeletionNews>(null);
  const [lastId, setLastId] = useState('');
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
    remove(event) {
      setLastId(event.id);
      setNews('deleted');
      void attempt(removeEvent(event), 'deleteFailed');
    },
    undo() {
      setNews(null);
      void attempt(bringEventBack(lastId), 'restoreFailed');
    },
    forget: () => setNews(null),
  };
}
