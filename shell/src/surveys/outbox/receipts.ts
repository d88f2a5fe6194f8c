import type { SurveyDelivered } from 'mock-api/contract';
import { ApiFailure } from 'shared-ui';
import { findVault, openVault, wipeVault } from 'shared-ui/vault';
import { reportSurveyDelivered } from './api.ts';
import { backoff } from './backoff.ts';

/** Owners of receipts that the API has not heard of. They outlive a session that ran out: the next one reports them. */
const RECEIPTS = 'receipts/';

/** Answers below 500 after which the same report may be taken another time. */
const PASSING = new Set([401, 403, 408, 425, 429]);

/** Whether a receipt of this person lies on the phone and has still to be reported. */
export async function isUnreported(user: string, receiptId: string): Promise<boolean> {
  return (await (await findVault(RECEIPTS + user))?.get<SurveyDelivered>(receiptId)) !== undefined;
}

/** The API has it, or will never take it: there is nothing left to report. */
const isSettled = (error: unknown) =>
  error instanceof ApiFailure && error.kind === 'rejected' && !PASSING.has(error.status);

/**
 * One person's receipts on their way to the API, whose access log tells them that a survey was sent. Each is kept until
 * the API has heard of it, so it is told at least once; the same receipt counts once there. No survey waits for this.
 */
export class Receipts {
  readonly #owner: string;
  readonly #maySpeak: () => boolean;
  /** What the browser could not keep. */
  readonly #inMemory = new Map<string, SurveyDelivered>();
  #underWay: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isOver = false;

  /** @param maySpeak whether calls are made in this person's name just now */
  constructor(user: string, maySpeak: () => boolean) {
    this.#owner = RECEIPTS + user;
    this.#maySpeak = maySpeak;
  }

  /** Writes a receipt down, and has it reported soon. Resolves when it is written, on the phone or in memory. */
  async add(delivered: SurveyDelivered): Promise<void> {
    try {
      await (await openVault(this.#owner)).put(delivered.receiptId, delivered);
    } catch (error) {
      console.info('A receipt could be kept in memory only', error);
      this.#inMemory.set(delivered.receiptId, delivered);
    }
    void this.report();
  }

  /** Tells the API of every receipt that it has not heard of; what fails is tried again later. Never throws. */
  report(): Promise<void> {
    this.#underWay ??= this.#reportAll()
      .catch((error: unknown) => console.info('The receipts could not be read', error))
      .finally(() => {
        this.#underWay = undefined;
      });
    return this.#underWay;
  }

  /** Forgets all of them, for good. */
  async wipe(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#inMemory.clear();
    await wipeVault(this.#owner);
  }

  async #reportAll(): Promise<void> {
    clearTimeout(this.#timer);
    for (const delivered of await this.#all()) {
      if (this.#isOver || !this.#maySpeak()) return;
      if (!(await this.#reportOne(delivered))) return this.#later();
    }
    this.#failures = 0;
  }

  async #reportOne(delivered: SurveyDelivered): Promise<boolean> {
    try {
      await reportSurveyDelivered(delivered);
    } catch (error) {
      console.info('The API could not be told of a receipt', error);
      if (!isSettled(error)) return false;
    }
    this.#inMemory.delete(delivered.receiptId);
    await (await findVault(this.#owner))?.delete(delivered.receiptId);
    return true;
  }

  #later(): void {
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.report(), backoff(this.#failures, Math.random()));
  }

  async #all(): Promise<SurveyDelivered[]> {
    const kept = await this.#kept().catch((error: unknown) => {
      console.info('The receipts could not be read', error);
      return [];
    });
    return [...kept, ...this.#inMemory.values()];
  }

  async #kept(): Promise<SurveyDelivered[]> {
    const vault = await findVault(this.#owner);
    const names = (await vault?.list()) ?? [];
    const found = await Promise.all(names.map((name) => vault?.get<SurveyDelivered>(name)));
    return found.filter((delivered) => delivered !== undefined);
  }
}
