/**
 * Asks the hospital's own service to explain reports (docs/explain.md), until it answers. Several processes share the
 * queue. Until staff have approved it, only the desk reads an answer.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { after, SECOND } from '../../common/clock.ts';
import { type JobLog, nameOfError, PollingJob, runJob } from '../../common/polling-job.ts';
import { EXPLANATION_LENGTH } from '../../contract/desk.ts';
import type { Db } from '../../db/schema.ts';
import { DeliveryError, postTo } from '../../delivery/delivery.ts';
import { retryDelay } from '../../delivery/outbox.ts';
import { claimReport, type ExplanationRow, settleReport } from '../../repositories/records/explanations.ts';

const POLL = 5 * SECOND;
/** Retries begin here, in milliseconds: a service that makes texts is slow. */
const FIRST_RETRY = 30 * SECOND;
/** Writing takes longer than taking a message. */
const ANSWER_TIMEOUT = 60 * SECOND;
/** The longest answer that is read, in bytes. */
const ANSWER_BYTES = 64 * 1024;
const MARKUP = /<\/?[a-z!][^>]*>/i;

const unusable = (why: string) => new DeliveryError(`explanation service: ${why}`);

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

/** @throws DeliveryError, or what `fetch` throws */
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

export class Explainer extends PollingJob {
  readonly #db: Db;
  readonly #url: string;

  constructor(db: Db, url: string, log: JobLog) {
    super({ log, interval: POLL, failure: 'reports not explained' });
    this.#db = db;
    this.#url = url;
  }

  protected async next(): Promise<boolean> {
    const row = await claimReport(this.#db);
    if (row) await this.#ask(row);
    return row !== undefined;
  }

  async #ask(row: ExplanationRow): Promise<void> {
    try {
      const text = await explain(this.#url, row, this.closing);
      await settleReport(this.#db, row, { state: 'waiting', text });
    } catch (error) {
      if (this.closing.aborted) return;
      const { isFinal, retryAfter } = error instanceof DeliveryError ? error : new DeliveryError('');
      // Errors may hold content: of ours, only the code is logged.
      const reason = error instanceof DeliveryError ? error.message : nameOfError(error);
      this.log.warn({ id: row.id, attempts: row.attempts, reason }, 'report not explained');
      await settleReport(
        this.#db,
        row,
        isFinal
          ? { state: 'failed', text: null }
          : { next_attempt_at: after(retryDelay(row.attempts, retryAfter, FIRST_RETRY)) },
      );
    }
  }
}

/** Runs if the hospital has a service that explains reports. */
export const explainer = fastifyPlugin(async (app: FastifyInstance) => {
  const { explainUrl } = app.config;
  if (explainUrl !== undefined) await runJob(app, new Explainer(app.db, explainUrl, app.log));
});
