/**
 * Asks the hospital's own service to explain reports (docs/explain.md), until it answers. Several processes share the
 * queue. Until staff have approved it, only the desk reads an answer.
 */
import { after, SECOND } from '../../common/clock.ts';
import { EXPLANATION_LENGTH } from '../../contract/explanations.ts';
import type { Db } from '../../db/schema.ts';
import { DeliveryFailure, postTo } from '../../delivery/delivery.ts';
import { type DeliveryLog, retryDelay } from '../../delivery/outbox.ts';
import { claimReport, type ExplanationRow, settleReport } from './explanations.ts';

const POLL = 5 * SECOND;
/** Retries begin here, in milliseconds: a service that makes texts is slow. */
const FIRST_RETRY = 30 * SECOND;
/** Writing takes longer than taking a message. */
const ANSWER_TIMEOUT = 60 * SECOND;
/** The longest answer that is read, in bytes. */
const ANSWER_BYTES = 64 * 1024;
const MARKUP = /<\/?[a-z!][^>]*>/i;

const unusable = (why: string) => new DeliveryFailure(`explanation service: ${why}`);

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES) throw unusable('answer too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function textIn(answer: string): string {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    throw unusable('answer is not JSON');
  }
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;
  if (typeof text !== 'string' || text.trim() === '') throw unusable('answer has no text');
  if (text.length > EXPLANATION_LENGTH) throw unusable('text too long');
  if (MARKUP.test(text)) throw unusable('text has markup');
  return text.trim();
}

/** @throws DeliveryFailure, or what `fetch` throws */
async function explain(url: string, { report, language }: ExplanationRow, closing: AbortSignal): Promise<string> {
  const response = await postTo('explanation service', url, {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ report, language }),
    signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_TIMEOUT)]),
  });
  if (response.headers.get('content-type')?.startsWith('application/json')) return textIn(await bodyOf(response));
  await response.body?.cancel();
  throw unusable('answer is not JSON');
}

export class Explainer {
  readonly #db: Db;
  readonly #url: string;
  readonly #log: DeliveryLog;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(db: Db, url: string, log: DeliveryLog) {
    this.#db = db;
    this.#url = url;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.settled(), POLL);
  }

  /** Resolves when everything that is due has been tried. */
  settled(): Promise<void> {
    this.#running = this.#running.then(() => this.#drain()).catch((error: unknown) => this.#warn({}, error));
    return this.#running;
  }

  /** Ends the request in progress; its report is sent again by another process or after the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const row = await claimReport(this.#db);
      if (!row) return;
      await this.#ask(row);
    }
  }

  async #ask(row: ExplanationRow): Promise<void> {
    try {
      const text = await explain(this.#url, row, this.#closing.signal);
      await settleReport(this.#db, row, { state: 'waiting', text });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      const { isFinal, retryAfter } = error instanceof DeliveryFailure ? error : new DeliveryFailure('');
      this.#warn({ id: row.id, attempts: row.attempts }, error);
      await settleReport(
        this.#db,
        row,
        isFinal
          ? { state: 'failed', text: null }
          : { next_attempt_at: after(retryDelay(row.attempts, retryAfter, FIRST_RETRY)) },
      );
    }
  }

  /** Errors may hold content: of ours, only the code is logged. */
  #warn(facts: Record<string, string | number>, error: unknown): void {
    const reason = error instanceof DeliveryFailure ? error.message : error instanceof Error ? error.name : 'unknown';
    this.#log.warn({ ...facts, reason }, 'report not explained');
  }
}
