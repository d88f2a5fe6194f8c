/**
 * The recorder's one table. A survey is claimed under its idempotency key before it is taken and marked done afterwards,
 * so that a retry gets the first receipt and never makes a second one. The key itself is not stored: its hash salts the
 * payload's fingerprint, so that dropped answers cannot be guessed from it.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { after, now, SECOND } from '../clock.ts';
import type { ReceiptList, SurveyPayload, SurveyReceipt } from '../contract.ts';
import type { Migrations } from '../db/migrate.ts';
import { sha256 } from '../security/secrets.ts';

interface ReceiptsTable {
  key_hash: string;
  payload_hash: string;
  receipt_id: string;
  survey: string;
  hospital: string;
  state: 'taking' | 'done';
  claimed_at: string;
  received_at: string | null;
  answers: string | null;
}

export interface RecorderTables {
  receipts: ReceiptsTable;
}

export const RECORDER_TABLES = ['receipts', 'recorder_migrations'] as const;

export const RECORDER_MIGRATIONS: Migrations = {
  log: 'recorder_migrations',
  list: [
    {
      name: '0001-receipts',
      async up(trx) {
        await trx.schema
          .createTable('receipts')
          .addColumn('key_hash', 'text', (column) => column.primaryKey())
          .addColumn('payload_hash', 'text', (column) => column.notNull())
          .addColumn('receipt_id', 'text', (column) => column.notNull())
          .addColumn('survey', 'text', (column) => column.notNull())
          .addColumn('hospital', 'text', (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          .addColumn('claimed_at', 'text', (column) => column.notNull())
          .addColumn('received_at', 'text')
          .addColumn('answers', 'text')
          .execute();
      },
    },
  ],
};

/** A claim older than this belongs to a process that died; the next try takes it over. */
const CLAIM = 30 * SECOND;
const LISTED = 1_000;

export type Outcome =
  | { kind: 'receipt'; receipt: SurveyReceipt; replayed: boolean }
  /** The same key is being taken just now. */
  | { kind: 'in-flight' }
  /** The key was used for another payload. */
  | { kind: 'other-payload' };

function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

function toReceipt(row: Selectable<ReceiptsTable>): SurveyReceipt {
  return { receiptId: row.receipt_id, receivedAt: row.received_at ?? row.claimed_at };
}

export class SurveyStore {
  readonly #db: Kysely<RecorderTables>;
  readonly #keepAnswers: boolean;

  constructor(db: Kysely<RecorderTables>, keepAnswers: boolean) {
    this.#db = db;
    this.#keepAnswers = keepAnswers;
  }

  /** Takes a survey once per key. */
  async take(key: string, payload: SurveyPayload): Promise<Outcome> {
    const keyHash = sha256(key);
    const payloadHash = sha256(`${key}:${JSON.stringify(canonical(payload))}`);
    if (await this.#claim(keyHash, payloadHash, payload)) return this.#finish(keyHash, payload);
    const earlier = await this.#find(keyHash);
    if (earlier.payload_hash !== payloadHash) return { kind: 'other-payload' };
    if (earlier.state === 'done') return { kind: 'receipt', receipt: toReceipt(earlier), replayed: true };
    return (await this.#adoptPrefetched(earlier)) ? this.#finish(keyHash, payload) : { kind: 'in-flight' };
  }

  /** Resolves when the database answers. */
  async ping(): Promise<void> {
    await this.#db.selectFrom('receipts').select('key_hash').limit(1).execute();
  }

  /** What came, newest first, without answers. */
  async list(): Promise<ReceiptList> {
    const rows = await this.#db
      .selectFrom('receipts')
      .selectAll()
      .where('state', '=', 'done')
      .orderBy('received_at', 'desc')
      .orderBy('receipt_id')
      .limit(LISTED)
      .execute();
    return {
      receipts: rows.map((row) => ({
        ...toReceipt(row),
        survey: row.survey,
        hospital: row.hospital,
        retained: row.answers !== null,
      })),
    };
  }

  #find(keyHash: string): Promise<Selectable<ReceiptsTable>> {
    return this.#db.selectFrom('receipts').selectAll().where('key_hash', '=', keyHash).executeTakeFirstOrThrow();
  }

  async #claim(keyHash: string, payloadHash: string, { Survey, Hospital }: SurveyPayload): Promise<boolean> {
    const row = await this.#db
      .insertInto('receipts')
      .values({
        key_hash: keyHash,
        payload_hash: payloadHash,
        receipt_id: randomUUID(),
        survey: Survey,
        hospital: Hospital,
        state: 'taking',
        claimed_at: now(),
        received_at: null,
        answers: null,
      })
      .onConflict((conflict) => conflict.column('key_hash').doNothing())
      .returning('key_hash')
      .executeTakeFirst();
    return row !== undefined;
  }

  async #adoptPrefetched({ key_hash, claimed_at }: Selectable<ReceiptsTable>): Promise<boolean> {
    if (after(CLAIM, claimed_at) > now()) return false;
    const row = await this.#db
      .updateTable('receipts')
      .set({ claimed_at: now() })
      .where('key_hash', '=', key_hash)
      .where('claimed_at', '=', claimed_at)
      .where('state', '=', 'taking')
      .returning('key_hash')
      .executeTakeFirst();
    return row !== undefined;
  }

  async #finish(keyHash: string, payload: SurveyPayload): Promise<Outcome> {
    const row = await this.#db
      .updateTable('receipts')
      .set({ state: 'done', received_at: now(), answers: this.#keepAnswers ? JSON.stringify(payload) : null })
      .where('key_hash', '=', keyHash)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { kind: 'receipt', receipt: toReceipt(row), replayed: false };
  }
}
