/** Erasures that the survey recorder has to carry out, too: stored with the erasure, delivered after its commit. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DAY, SECOND } from '../../common/clock.ts';
import { type JobLog, nameOfError, PollingJob, runJob } from '../../common/polling-job.ts';
import type { Config } from '../../config/config.ts';
import type { SurveyErasure } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { retryDelay } from '../../delivery/outbox.ts';
import {
  claimSurveyErasure,
  countSurveyErasures,
  deleteSurveyErasure,
  insertSurveyErasure,
  retrySurveyErasure,
} from '../../repositories/accounts/erasure.ts';
import { emailOf, type UserRow } from '../../repositories/accounts/users.ts';
import { receiptsOf } from '../../repositories/audit.ts';
import { hashEmail, hashPerson, postToRecorder } from '../../security/survey-token.ts';

/** Receipts in one request: the recorder takes 32 kB. */
export const RECEIPTS = 300;
const POLL = 30 * SECOND;

/** Stores what the recorder needs to find a person's surveys: hashes and receipts. */
export async function queueSurveyErasure(trx: Trx, user: UserRow): Promise<void> {
  const receipts = await receiptsOf(trx, user.id);
  const email = emailOf(user);
  for (let from = 0; from === 0 || from < receipts.length; from += RECEIPTS) {
    const body: SurveyErasure = {
      person: hashPerson(user.id),
      receipts: receipts.slice(from, from + RECEIPTS),
      ...(email === null ? {} : { email: hashEmail(email) }),
    };
    await insertSurveyErasure(trx, body);
  }
}

/** Delivers erasures to the recorder until it confirms each. Several processes share the queue. */
class SurveyErasures extends PollingJob {
  readonly #db: Db;
  readonly #config: Pick<Config, 'recorders' | 'surveyTokens'>;
  #warnedAt = 0;

  constructor(db: Db, config: Pick<Config, 'recorders' | 'surveyTokens'>, log: JobLog) {
    super({ log, interval: POLL, failure: 'survey erasures could not be processed' });
    this.#db = db;
    this.#config = config;
  }

  protected async next(): Promise<boolean> {
    const [key] = this.#config.surveyTokens.keys;
    const [recorder] = this.#config.recorders;
    if (key !== undefined && recorder !== undefined) return this.#deliverNext(key);
    await this.#warnOfWaiting();
    return false;
  }

  /** Says once a day that erasures wait for the operator. */
  async #warnOfWaiting(): Promise<void> {
    if (Date.now() - this.#warnedAt < DAY) return;
    const waiting = await countSurveyErasures(this.#db);
    if (waiting === 0) return;
    this.#warnedAt = Date.now();
    this.log.warn(
      { waiting },
      'erasures wait for the survey recorder: RECORDER_UPSTREAM or SURVEY_TOKEN_KEY is missing',
    );
  }

  async #deliverNext(key: string): Promise<boolean> {
    const row = await claimSurveyErasure(this.#db);
    if (!row) return false;
    const { id, attempts } = row;
    const reason = await this.#send(row.body, key, attempts);
    if (reason === undefined) await deleteSurveyErasure(this.#db, id);
    else {
      this.log.warn({ id, attempts, reason }, 'survey recorder could not be asked to erase, will be retried');
      await retrySurveyErasure(this.#db, id, retryDelay(attempts));
    }
    return true;
  }

  /** Returns why it failed; undefined if the recorder has confirmed. Each attempt tries the next recorder process. */
  async #send(body: string, key: string, attempts: number): Promise<string | undefined> {
    const { recorders } = this.#config;
    const recorder = recorders[attempts % recorders.length];
    if (recorder === undefined) return 'no recorder';
    try {
      const response = await postToRecorder(recorder, 'erasures', key, body);
      return response.status === 204 ? undefined : `status ${response.status}`;
    } catch (error) {
      return nameOfError(error);
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    surveyErasures: SurveyErasures;
  }
}

export const surveyErasures = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorate('surveyErasures', await runJob(app, new SurveyErasures(app.db, app.config, app.log)));
});
