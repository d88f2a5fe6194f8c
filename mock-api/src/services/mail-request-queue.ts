/**
 * Links that a visitor asks for by e-mail. The call only writes the wish down, the same for every address, and answers;
 * whether there is an account is looked up afterwards. So neither the answer nor its time can tell. A wish that was
 * answered survives the end of the process.
 */
import { MINUTE, SECOND } from '../clock.ts';
import type { Db, Trx } from '../db/schema.ts';
import type { DeliveryLog } from '../messages/gateway.ts';
import { insertMailRequest, type MailRequest, takeMailRequest } from '../repositories/mail-requests.ts';
import { lockThrottle, saveThrottle } from '../repositories/throttles.ts';
import { issueToken } from '../repositories/tokens.ts';
import { findUserByEmail, type UserRow } from '../repositories/users.ts';
import { sha256 } from '../security/secrets.ts';
import type { Notifier } from './notifier.ts';

const MAILS_PER_WINDOW = 3;
const MAIL_WINDOW = 10 * MINUTE;
const POLL = 5 * SECOND;
/** Work that follows an answer begins this much later, so that it does not compete with the answer on its way. */
const PAUSE = 100;

/** Counts a mail that was asked for. Returns whether this address may still have it. */
async function mayMail(trx: Trx, email: string): Promise<boolean> {
  const key = `mail:${sha256(email)}`;
  const throttle = await lockThrottle(trx, key, MAIL_WINDOW);
  const enough = throttle.count >= MAILS_PER_WINDOW;
  await saveThrottle(trx, key, { ...throttle, count: enough ? throttle.count : throttle.count + 1 });
  return !enough;
}

export class MailRequestQueue {
  readonly #db: Db;
  readonly #notifier: Notifier;
  readonly #log: DeliveryLog;
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Db, notifier: Notifier, log: DeliveryLog) {
    this.#db = db;
    this.#notifier = notifier;
    this.#log = log;
  }

  /** Writes down the wish for a link; never looks whether there is an account. */
  async ask(kind: MailRequest['kind'], address: string): Promise<void> {
    const email = address.trim().toLowerCase();
    await this.#db.transaction().execute(async (trx) => {
      if (await mayMail(trx, email)) await insertMailRequest(trx, kind, email);
    });
  }

  /** Begins to work off what is waiting, also what an earlier process left behind. */
  start(): void {
    this.#timer = setInterval(() => this.kick(), POLL);
    this.kick();
  }

  /** Works off what is waiting, in the background and in a moment. */
  kick(): void {
    if (this.#closed) return;
    this.#next ??= setTimeout(() => void this.settled(), PAUSE);
  }

  /** Works off what is waiting, and waits for it. */
  settled(): Promise<void> {
    clearTimeout(this.#next);
    this.#next = undefined;
    this.#running = this.#running.then(() => this.#drain()).catch((error: unknown) => this.#report(error));
    return this.#running;
  }

  /** Waits for the request under way, then stops; the rest stays written down. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#next);
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (!this.#closed && (await this.#workOffOne()));
    this.#notifier.kick();
  }

  #workOffOne(): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const request = await takeMailRequest(trx);
      if (request === undefined) return false;
      if (request !== 'taken') await this.#answer(trx, request);
      return true;
    });
  }

  async #answer(trx: Trx, { kind, email }: MailRequest): Promise<void> {
    const user = await findUserByEmail(trx, email);
    if (!user) return;
    if (kind === 'reset-password') await this.#mailReset(trx, user);
    else if (user.email_validated === 0) await mailValidation(this.#notifier, trx, user);
  }

  async #mailReset(trx: Trx, user: UserRow): Promise<void> {
    const token = await issueToken(trx, 'reset-password', user.id);
    await this.#notifier.mail(trx, user, 'reset', `/onboarding/reset-password/${token}`);
  }

  #report(error: unknown): void {
    this.#log.warn(
      { reason: error instanceof Error ? error.name : 'unknown' },
      'mail requests could not be worked off',
    );
  }
}

/** Mails the link that validates a person's address, as part of `trx`. */
export async function mailValidation(notifier: Notifier, trx: Trx, user: UserRow): Promise<void> {
  const token = await issueToken(trx, 'validate-email', user.id);
  await notifier.mail(trx, user, 'validate', `/onboarding/validate-email/${token}`);
}
