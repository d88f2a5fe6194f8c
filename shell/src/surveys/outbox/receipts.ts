import type { SurveyDelivered } from 'mock-api/contract';
import { ApiFailure, call } from 'shared-ui';
import { findVault } from 'shared-ui/vault';
import { backoff, SURVEY_BACKOFF } from '../../backoff.ts';
import { OutboxStore } from './outbox-store.ts';

/** Vault owner prefix of unreported receipts. They outlive an expired session: the next session reports them. */
const RECEIPTS = 'receipts/';

/** Temporary errors below 500, after which the report is retried. */
const TEMPORARY_STATUSES = new Set([401, 403, 408, 425, 429]);

/** Whether a receipt of this user is stored on the phone and still unreported. */
export async function isUnreported(user: string, receiptId: string): Promise<boolean> {
  return (await (await findVault(RECEIPTS + user))?.get<SurveyDelivered>(receiptId)) !== undefined;
}

/** Whether the API has refused a receipt permanently, so that there is nothing to retry. */
const isSettled = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'rejected' && !TEMPORARY_STATUSES.has(error.status);

/**
 * One user's receipts to report to the API, whose access log shows the user that a survey was sent. Each is stored
 * until it was reported, so delivery is at least once; the API counts each receipt once. Sending surveys does not wait for
 * this.
 */
export class Receipts {
  readonly #store: OutboxStore<SurveyDelivered>;
  readonly #isSignedIn: () => boolean;
  #inFlight: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isOver = false;

  /** @param isSignedIn whether this user is signed in, so that requests are made as them */
  constructor(user: string, isSignedIn: () => boolean) {
    this.#store = new OutboxStore(RECEIPTS + user, ({ receiptId }) => receiptId);
    this.#isSignedIn = isSignedIn;
  }

  /** Stores a receipt and reports it soon. Resolves when it is stored, on the phone or in memory. */
  async add(delivered: SurveyDelivered): Promise<void> {
    await this.#store.write(delivered);
    void this.report();
  }

  /** Reports all stored receipts to the API and retries failures later. Never throws. */
  report(): Promise<void> {
    this.#inFlight ??= this.#reportAll()
      .catch((error: unknown) => console.info('The receipts could not be reported', error))
      .finally(() => {
        this.#inFlight = undefined;
      });
    return this.#inFlight;
  }

  /** Deletes all receipts and stops permanently. */
  async wipe(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#store.wipe();
  }

  async #reportAll(): Promise<void> {
    clearTimeout(this.#timer);
    for (const delivered of await this.#store.all()) {
      if (this.#isOver || !this.#isSignedIn()) return;
      if (!(await this.#reportOne(delivered))) return this.#retryLater();
    }
    this.#failures = 0;
  }

  async #reportOne(delivered: SurveyDelivered): Promise<boolean> {
    try {
      await call<void>('post', 'v1/survey-receipts', delivered);
    } catch (error) {
      console.info('A receipt could not be reported to the API', error);
      if (!isSettled(error)) return false;
    }
    await this.#store.remove(delivered.receiptId);
    return true;
  }

  #retryLater(): void {
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.report(), backoff(this.#failures, Math.random(), SURVEY_BACKOFF));
  }
}
