/** PostgreSQL's notifications: a connection that listens to one channel and reconnects automatically. */
import pg from 'pg';
import { serversOf } from 'server-kit/database/servers';
import { SECOND } from '../common/clock.ts';

const MIN_RECONNECT_DELAY = 250;
const MAX_RECONNECT_DELAY = 5 * SECOND;

/** Doubles with every failure, with jitter so that processes do not reconnect at the same time. */
function reconnectDelay(failures: number): number {
  const longest = Math.min(MAX_RECONNECT_DELAY, MIN_RECONNECT_DELAY * 2 ** failures);
  return longest / 2 + Math.random() * (longest / 2);
}

interface Listener {
  /** May name several servers: a standby refuses listeners, and the next one is tried. */
  url: string;
  /** Called for every notification, and after a reconnect, as notifications sent meanwhile are lost. */
  onNotification(): void;
  /** Called when a connection breaks or cannot be made. */
  onLost(error: Error): void;
}

/** Listens to a channel until the function is called that it returns. */
export function listenTo(channel: string, { url, onNotification, onLost }: Listener): () => Promise<void> {
  const servers = serversOf(url);
  let isStopped = false;
  let failures = 0;
  let attempts = 0;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const reconnect = () => {
    if (isStopped) return;
    timer = setTimeout(() => void connect(), reconnectDelay(failures));
    failures += 1;
  };
  const connect = async () => {
    const connectionString = servers[attempts % servers.length];
    attempts += 1;
    const own = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: MAX_RECONNECT_DELAY });
    client = own;
    let isLost = false;
    const handleLoss = (error: Error) => {
      if (isLost || isStopped) return;
      isLost = true;
      onLost(error);
      own.end().catch(onLost);
      reconnect();
    };
    own.on('error', handleLoss);
    own.on('end', () => handleLoss(new Error('ended')));
    own.on('notification', onNotification);
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      failures = 0;
      onNotification();
    } catch (error) {
      handleLoss(error instanceof Error ? error : new Error(String(error)));
    }
  };
  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
