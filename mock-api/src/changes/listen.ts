/** Listens to PostgreSQL for new change numbers, on a separate connection that reconnects automatically. */
import pg from 'pg';
import { SECOND } from '../common/clock.ts';
import { CHANNEL } from './numbers.ts';

const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 5 * SECOND;

/** Doubles with every failure, with jitter so that processes do not reconnect at the same time. */
function pauseAfter(failures: number): number {
  const longest = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** failures);
  return longest / 2 + Math.random() * (longest / 2);
}

/**
 * @param onNews called for every notification, and after a reconnect, as notifications sent meanwhile are lost
 * @param onLost called when a connection breaks or cannot be made
 * @returns a function that stops listening
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
