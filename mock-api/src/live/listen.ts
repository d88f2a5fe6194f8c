/** Hears from PostgreSQL that there are new numbers, on a connection of its own that comes back by itself. */
import pg from 'pg';
import { SECOND } from '../clock.ts';
import { CHANNEL } from './numbers.ts';

const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 5 * SECOND;

/** Twice as long after every failure, and never the same for all processes at once. */
function pauseAfter(failures: number): number {
  const longest = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** failures);
  return longest / 2 + Math.random() * (longest / 2);
}

/**
 * @param onNews called for every notification, and once a lost connection is back: notifications of meanwhile are gone
 * @param onLost called when a connection breaks or can't be made
 * @returns what ends it
 */
export function listenForChanges(url: string, onNews: () => void, onLost: (error: Error) => void): () => Promise<void> {
  let isOver = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const again = () => {
    if (isOver) return;
    timer = setTimeout(() => void connect(), pauseAfter(failures));
    failures += 1;
  };
  const connect = async () => {
    const own = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: LONGEST_PAUSE });
    client = own;
    let isLost = false;
    const lose = (error: Error) => {
      if (isLost || isOver) return;
      isLost = true;
      onLost(error);
      own.end().catch(onLost);
      again();
    };
    own.on('error', lose);
    own.on('end', () => lose(new Error('ended')));
    own.on('notification', onNews);
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
      failures = 0;
      onNews();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
  };
  void connect();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
