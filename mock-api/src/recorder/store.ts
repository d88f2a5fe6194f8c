/**
 * Surveys and their receipts. A survey is claimed under its idempotency key before it is stored and marked done
 * afterwards, so that a retry gets the first receipt and never creates a second one. Only the key's hash is stored;
 * the key salts the payload's fingerprint, so that dropped answers cannot be guessed from it.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { after, now, SECOND } from '../common/clock.ts';
import type { PersonSurveysRequest, ReceiptList, SurveyPayload, SurveyReceipt } from '../contract.ts';
import { sha256 } from '../security/secrets.ts';
import type { SurveyTokenClaims } from '../security/survey-token.ts';
import { anonymise, isOfErased } from './erasure.ts';
import type { ReceiptsTable, RecorderTables } from './tables.ts';

/** A claim older than this belongs to a process that died; the next retry takes it over. */
const CLAIM = 30 * SECOND;
const LISTED = 1_000;

export type SurveyOutcome =
  | { kind: 'receipt'; receipt: SurveyReceipt; replayed: boolean }
  /** A request with the same key is in progress. */
  | { kind: 'in-flight' }
  /** The key was used for another payload. */
  | { kind: 'other-payload' }
  /** The token was used under another key. */
  | { kind: 'token-used' }
  /** It corrects a survey that was never received. */
  | { kind: 'nothing-to-replace' }
  /** The account that the token was issued to is erased. */
  | { kind: 'erased' };

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

interface Submission {
  /** Receipt of a survey of the same kind, hospital and event that this one corrects. */
  replaces?: string | null | undefined;
  token?: SurveyTokenClaims | undefined;
}

export const findReceipt = (db: Kysely<RecorderTables>, receipt: string) =>
  db.selectFrom('receipts').selectAll().where('receipt_id', '=', receipt).executeTakeFirst();

/** Most surveys in an export. */
const MOST = 1_000;

/**
 * Returns a person's surveys, newest first: those of their account and, of those without an account, the ones whose
 * receipts their phones have reported.
 */
export const surveysOf = (db: Kysely<RecorderTables>, { person, receipts }: PersonSurveysRequest) =>
  db
    .selectFrom('receipts')
    .select(['receipt_id', 'survey', 'received_at', 'claimed_at', 'answers'])
    .where('state', '=', 'done')
    .where(({ or, and, eb }) =>
      or([
        eb('person', '=', person),
        ...(receipts.length > 0 ? [and([eb('person', 'is', null), eb('receipt_id', 'in', receipts)])] : []),
      ]),
    )
    .orderBy('claimed_at', 'desc')
    .limit(MOST)
    .execute();

export class SurveyStore {
  readonly #db: Kysely<RecorderTables>;
  readonly #retainAnswers: boolean;

  constructor(db: Kysely<RecorderTables>, retainAnswers: boolean) {
    this.#db = db;
    this.#retainAnswers = retainAnswers;
  }

  /** Accepts a survey once per key, and once per token. */
  async accept(key: string, payload: SurveyPayload, { replaces = null, token }: Submission): Promise<SurveyOutcome> {
    const keyHash = sha256(key);
    const payloadHash = sha256(`${key}:${JSON.stringify(canonical(payload))}${replaces ?? ''}`);
    if (await isOfErased(this.#db, token?.person, payload)) return { kind: 'erased' };
    if (replaces !== null && !(await this.#hasReceipt(replaces, payload, token))) return { kind: 'nothing-to-replace' };
    const claim = { key_hash: keyHash, payload_hash: payloadHash, replaces };
    if (await this.#claim(claim, payload, token)) return this.#finish(keyHash, payload);
    const earlier = await this.#find(keyHash);
    if (!earlier) return { kind: 'token-used' };
    if (earlier.payload_hash !== payloadHash) return { kind: 'other-payload' };
    if (earlier.state === 'done') return { kind: 'receipt', receipt: toReceipt(earlier), replayed: true };
    return (await this.#takeOverClaim(earlier)) ? this.#finish(keyHash, payload) : { kind: 'in-flight' };
  }

  /** Returns a value that all processes share. */
  async fact(name: string): Promise<string | undefined> {
    const query = this.#db.selectFrom('recorder_facts').select('value').where('name', '=', name);
    return (await query.executeTakeFirst())?.value;
  }

  /** Resolves if the database responds. */
  async ping(): Promise<void> {
    await this.#db.selectFrom('receipts').select('key_hash').limit(1).execute();
  }

  /** Returns the received surveys, newest first, without answers. */
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
        ...(row.replaced_by === null ? {} : { replacedBy: row.replaced_by }),
      })),
    };
  }

  #find(keyHash: string): Promise<Selectable<ReceiptsTable> | undefined> {
    return this.#db.selectFrom('receipts').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
  }

  async #hasReceipt(
    receiptId: string,
    { Survey, Hospital }: SurveyPayload,
    token: Submission['token'],
  ): Promise<boolean> {
    const row = await this.#db
      .selectFrom('receipts')
      .select('event')
      .where('receipt_id', '=', receiptId)
      .where('survey', '=', Survey)
      .where('hospital', '=', Hospital)
      .where('state', '=', 'done')
      .executeTakeFirst();
    // Surveys of earlier versions came without a token.
    return row !== undefined && (row.event === null || token === undefined || row.event === token.event);
  }

  async #claim(
    claim: Pick<ReceiptsTable, 'key_hash' | 'payload_hash' | 'replaces'>,
    { Survey, Hospital }: SurveyPayload,
    token: Submission['token'],
  ): Promise<boolean> {
    const row = await this.#db
      .insertInto('receipts')
      .values({
        ...claim,
        receipt_id: randomUUID(),
        survey: Survey,
        hospital: Hospital,
        state: 'taking',
        claimed_at: now(),
        received_at: null,
        answers: null,
        replaced_by: null,
        token_id: token?.id ?? null,
        event: token?.event ?? null,
        person: token?.person ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key_hash')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns whether this request now has the claim, which has expired. Of two concurrent retries, one gets it. */
  async #takeOverClaim({ key_hash, claimed_at }: Selectable<ReceiptsTable>): Promise<boolean> {
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

  /** Marks the survey as done and the one that it corrects as replaced, in one transaction. */
  async #finish(keyHash: string, payload: SurveyPayload): Promise<SurveyOutcome> {
    const row = await this.#db.transaction().execute(async (trx) => {
      const taken = await trx
        .updateTable('receipts')
        .set({ state: 'done', received_at: now(), answers: this.#retainAnswers ? JSON.stringify(payload) : null })
        .where('key_hash', '=', keyHash)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (taken.replaces !== null) await replaceCurrent(trx, taken.replaces, taken.receipt_id);
      // An erasure that began meanwhile has waited for the row above, or this sees that it is done.
      if (await isOfErased(trx, taken.person, payload)) await anonymise(trx, [keyHash]);
      return taken;
    });
    return { kind: 'receipt', receipt: toReceipt(row), replayed: false };
  }
}

/**
 * Replaces the current survey in the chain of corrections that begins with `replaced`: if two people correct the same
 * survey at the same time, the later one corrects the earlier one, and one survey remains.
 */
async function replaceCurrent(trx: Kysely<RecorderTables>, replaced: string, by: string): Promise<void> {
  let current = replaced;
  for (;;) {
    const marked = await trx
      .updateTable('receipts')
      .set({ replaced_by: by })
      .where('receipt_id', '=', current)
      .where('replaced_by', 'is', null)
      .returning('receipt_id')
      .executeTakeFirst();
    if (marked) return;
    const { replaced_by: next } = await trx
      .selectFrom('receipts')
      .select('replaced_by')
      .where('receipt_id', '=', current)
      .executeTakeFirstOrThrow();
    if (next === null || next === by) return;
    current = next;
  }
}
