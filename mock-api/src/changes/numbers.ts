/**
 * The numbers of changes. Rows are numbered after their commit, by one process at a time, which holds the row of the
 * last number meanwhile. A reader that sees a number therefore sees every smaller one, and none appears late.
 * Numbering is not part of the users' transactions, so that none of them waits for it.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { after, HOUR, SECOND } from '../common/clock.ts';
import type { Database } from '../db/open.ts';
import type { Db, Tables, Trx } from '../db/schema.ts';

/** PostgreSQL channel on which processes notify each other of new numbers. */
const CHANNEL = 'lodestar_changes';

/** Replay retention, in milliseconds. */
const RETENTION = HOUR;

async function hasUnnumbered(db: Db): Promise<boolean> {
  const row = await db.selectFrom('changes').select('place').where('id', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Locks the numbers and returns the last one. Inserts the row on first use. */
async function lockLast(trx: Trx): Promise<number> {
  const row = await trx
    .insertInto('change_numbers')
    .values({ name: 'stream', last: 0, pruned: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ last: ref('change_numbers.last') })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return Number(row.last);
}

/**
 * Numbers changes that are committed but have no number, and notifies the other processes. Returns how many there
 * were.
 */
export async function numberChanges({ db, engine }: Database<Tables>): Promise<number> {
  if (!(await hasUnnumbered(db))) return 0;
  return db.transaction().execute(async (trx) => {
    const last = await lockLast(trx);
    const { numAffectedRows = 0n } = await sql`
      update changes set id = ${sql.lit(last)} + fresh.number
      from (select place as row_place, row_number() over (order by place) as number from changes where id is null) as fresh
      where changes.place = fresh.row_place`.execute(trx);
    const count = Number(numAffectedRows);
    await trx
      .updateTable('change_numbers')
      .set({ last: last + count })
      .where('name', '=', 'stream')
      .execute();
    if (engine === 'postgres' && count > 0) await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
    return count;
  });
}

/** Returns the last number assigned, and the last one pruned. */
export async function currentNumbers(db: Db): Promise<{ last: number; pruned: number }> {
  const row = await db.selectFrom('change_numbers').selectAll().executeTakeFirst();
  return { last: Number(row?.last ?? 0), pruned: Number(row?.pruned ?? 0) };
}

/**
 * Returns the number of the last change before `moment`: a reader that knows all changes up to it needs only later
 * ones.
 */
export async function numberBefore(db: Db, moment: string): Promise<number> {
  const { last } = await currentNumbers(db);
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.min('id').as('first'))
    .where('created_at', '>=', moment)
    .where('id', 'is not', null)
    .executeTakeFirst();
  return row?.first === null || row?.first === undefined ? last : Number(row.first) - 1;
}

/** Deletes changes and their deliveries once they are older than `RETENTION`. */
export async function pruneChanges(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLast(trx);
    const row = await trx
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('newest'))
      .where('created_at', '<', after(-RETENTION))
      .executeTakeFirst();
    if (row?.newest === null || row?.newest === undefined) return;
    const newest = Number(row.newest);
    await trx.deleteFrom('changes').where('id', '<=', newest).execute();
    await trx.deleteFrom('deliveries').where('change_id', '<=', newest).execute();
    await trx.updateTable('change_numbers').set({ pruned: newest }).where('name', '=', 'stream').execute();
  });
}

const MIN_RECONNECT_DELAY = 250;
const MAX_RECONNECT_DELAY = 5 * SECOND;

/** Doubles with every failure, with jitter so that processes do not reconnect at the same time. */
function reconnectDelay(failures: number): number {
  const longest = Math.min(MAX_RECONNECT_DELAY, MIN_RECONNECT_DELAY * 2 ** failures);
  return longest / 2 + Math.random() * (longest / 2);
}

/**
 * Listens to PostgreSQL for new numbers, on a separate connection that reconnects automatically.
 * @param onNotification called for every notification, and after a reconnect, as notifications sent meanwhile are lost
 * @param onLost called when a connection breaks or cannot be made
 * @returns a function that stops listening
 */
export function listenForChanges(
  url: string,
  onNotification: () => void,
  onLost: (error: Error) => void,
): () => Promise<void> {
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const reconnect = () => {
    if (isStopped) return;
    timer = setTimeout(() => void connect(), reconnectDelay(failures));
    failures += 1;
  };
  const connect = async () => {
    const own = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: MAX_RECONNECT_DELAY });
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
      await own.query(`listen ${CHANNEL}`);
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
