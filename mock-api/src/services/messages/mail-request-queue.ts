/**
 * Links that a visitor requests by email. The endpoint only stores the request, the same for every address, and
 * responds; whether there is an account is checked afterwards. So neither the response nor its timing reveals it. A
 * request that got a response survives the end of the process.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MINUTE, SECOND } from '../../common/clock.ts';
import { type JobLog, PollingJob, runJob } from '../../common/polling-job.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  insertMailRequest,
  issueToken,
  type MailRequest,
  takeMailRequest,
} from '../../repositories/accounts/one-time-codes.ts';
import { lockThrottle, saveThrottle } from '../../repositories/accounts/throttles.ts';
import { findUserByEmail, type UserRow } from '../../repositories/accounts/users.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Notifier } from './notifier.ts';

const MAILS_PER_WINDOW = 3;
const MAIL_WINDOW = 10 * MINUTE;
const POLL = 5 * SECOND;
/**
 * Delay of the work that follows a response, in milliseconds, so that it does not compete with sending the response.
 */
const PAUSE = 100;

/** Counts a requested email. Returns whether this address may still get one. */
async function mayMail(trx: Trx, email: string): Promise<boolean> {
  const key = `mail:${sha256(email)}`;
  const throttle = await lockThrottle(trx, key, MAIL_WINDOW);
  const enough = throttle.count >= MAILS_PER_WINDOW;
  await saveThrottle(trx, key, { ...throttle, count: enough ? throttle.count : throttle.count + 1 });
  return !enough;
}

class MailRequestQueue extends PollingJob {
  readonly #db: Db;
  readonly #notifier: Notifier;

  constructor(db: Db, notifier: Notifier, log: JobLog) {
    super({ log, interval: POLL, failure: 'mail requests could not be processed', delay: PAUSE, isEager: true });
    this.#db = db;
    this.#notifier = notifier;
  }

  /** Stores a request for a link; never checks whether there is an account. */
  async request(kind: MailRequest['kind'], address: string): Promise<void> {
    const email = address.trim().toLowerCase();
    await this.#db.transaction().execute(async (trx) => {
      if (await mayMail(trx, email)) await insertMailRequest(trx, kind, email);
    });
  }

  protected async next(): Promise<boolean> {
    const isProcessed = await this.#processNext();
    if (isProcessed) this.#notifier.kick();
    return isProcessed;
  }

  #processNext(): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const request = await takeMailRequest(trx);
      if (request === undefined) return false;
      if (request !== 'taken') await this.#mailLink(trx, request);
      return true;
    });
  }

  async #mailLink(trx: Trx, { kind, email }: MailRequest): Promise<void> {
    const user = await findUserByEmail(trx, email);
    if (!user) return;
    const isUnproven = user.email_unproven === 1;
    if (kind === 'reset-password' || (kind === 'account-exists' && isUnproven)) await this.#mailReset(trx, user);
    else if (kind === 'account-exists' && user.email_validated === 1)
      await this.#notifier.mail(trx, user, 'accountExists', '/onboarding/login');
    else if (user.email_validated === 0) await mailValidation(this.#notifier, trx, user);
  }

  async #mailReset(trx: Trx, user: UserRow): Promise<void> {
    const token = await issueToken(trx, 'reset-password', user.id);
    const path = `/onboarding/reset-password/${token}`;
    if (user.email_unproven === 1) await this.#notifier.mail(trx, user, 'firstPassword', path);
    else await this.#notifier.mail(trx, user, 'reset', path);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    mailRequests: MailRequestQueue;
  }
}

export const mailRequests = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorate('mailRequests', await runJob(app, new MailRequestQueue(app.db, app.notifier, app.log)));
});

/** Emails the link that validates a user's address, as part of `trx`. */
export async function mailValidation(notifier: Notifier, trx: Trx, user: UserRow): Promise<void> {
  const token = await issueToken(trx, 'validate-email', user.id);
  await notifier.mail(trx, user, 'validate', `/onboarding/validate-email/${token}`);
}
