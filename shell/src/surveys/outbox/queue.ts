import { ApiFailure } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { backoff, SURVEY_BACKOFF } from '../../backoff.ts';
import { type OutboxEntry, OutboxStore } from './outbox-store.ts';
import { type Outcome, postSurvey } from './post.ts';

/** Result of an attempt in the queue: the recorder's answer, or nothing to send any more. */
type Attempt = Outcome | { kind: 'gone' };

interface Pace {
  tries: number;
  /** Earliest time of the next attempt (ms since the epoch). */
  notBefore: number;
  /** The recorder requested that time, so only the user can override it. */
  isAskedFor: boolean;
}

const LATER: Outcome = { kind: 'retry' };

/** Runs the work unless another tab holds the lock. Without Web Locks, the idempotency key prevents duplicates. */
async function alone(name: string, work: () => Promise<Attempt>): Promise<Attempt> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : LATER));
}

/** Callbacks for the progress of surveys. */
export interface OutboxListener {
  /** The stored surveys have changed. */
  changed(): void;
  /** The survey is about to be sent. */
  sending(entry: OutboxEntry): Promise<void>;
  /** The recorder refused the survey. */
  refused(entry: OutboxEntry): Promise<void>;
  /** The recorder has the survey. It is removed from the store when this resolves. */
  received(entry: OutboxEntry, receiptId: string): Promise<void>;
}

const refusalOf = ({ status, code, message }: Extract<Outcome, { kind: 'refused' }>) =>
  new ApiFailure('rejected', status, code, message);

/** The key was used for other answers: the next attempt needs a new key. */
const KEY_REUSED = 422;

/** The recorder's error code for a correction of a survey that it does not have. */
const RECEIPT_UNKNOWN = 'RECEIPT_UNKNOWN';

/**
 * One user's unsent surveys. Each is stored before it is sent, keeps its key over all attempts, and is removed only
 * with a receipt.
 */
export class Queue {
  readonly store: OutboxStore;
  readonly #user: string;
  readonly #watcher: OutboxListener;
  readonly #pace = new Map<string, Pace>();
  readonly #underWay = new Map<string, Promise<Attempt>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(user: string, watcher: OutboxListener) {
    this.#user = user;
    this.#watcher = watcher;
    this.store = new OutboxStore(user);
  }

  /** Whether an attempt on this page has failed so far. */
  hasFailed(key: string): boolean {
    return this.#pace.has(key);
  }

  /**
   * Stores a survey and returns the key it will be sent under. Replaces the entry with the same key, and a refused one
   * of the same form.
   */
  async put(entry: OutboxEntry): Promise<string> {
    const given = await this.#replaceRefused(entry);
    await this.store.write(given);
    this.#watcher.changed();
    return given.key;
  }

  /**
   * Sends the survey stored under this key. Resolves with `queued` if it will be sent later. Throws ApiFailure if the
   * recorder refuses it; it stays stored then, and putting it again retries it.
   */
  async deliver(key: string): Promise<SurveyReceipt> {
    const attempt = await this.#try(key);
    this.#schedule();
    if (attempt.kind === 'refused') throw refusalOf(attempt);
    if (attempt.kind === 'received') return { status: 'delivered', receiptId: attempt.receiptId };
    return { status: attempt.kind === 'gone' ? 'delivered' : 'queued' };
  }

  /**
   * Sends what is due, ignoring automatic delays. With `all`, also refused surveys and those that the recorder
   * delayed.
   */
  async wake({ all = false } = {}): Promise<void> {
    const entries = await this.store.all();
    const due = entries.filter(({ key, refused }) => all || (!refused && this.#mayTry(key)));
    await Promise.all(due.map((entry) => this.#tryAgain(entry)));
    this.#schedule();
  }

  /** Removes an entry that the user does not want to send any more. */
  async discard(key: string): Promise<void> {
    await this.store.remove(key);
    this.#watcher.changed();
  }

  /** Deletes all entries and stops permanently. */
  async wipe(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isOver = true;
    await this.store.wipe();
    this.#watcher.changed();
  }

  #mayTry(key: string): boolean {
    const pace = this.#pace.get(key);
    return !pace?.isAskedFor || Date.now() >= pace.notBefore;
  }

  /** Removes refused answers of the same form, which were certainly not recorded. */
  async #replaceRefused(entry: OutboxEntry): Promise<OutboxEntry> {
    let given = entry;
    for (const { key, about, refused } of await this.store.all()) {
      if (!refused || about !== entry.about) continue;
      if (key === entry.key && refused.status === KEY_REUSED) given = { ...entry, key: crypto.randomUUID() };
      await this.store.remove(key);
    }
    return given;
  }

  async #tryAgain(entry: OutboxEntry): Promise<void> {
    if (!entry.refused) {
      await this.#try(entry.key);
      return;
    }
    const { refused, ...rest } = entry;
    const again = refused.status === KEY_REUSED ? { ...rest, key: crypto.randomUUID() } : rest;
    await this.store.write(again);
    if (again.key !== entry.key) await this.store.remove(entry.key);
    await this.#try(again.key);
  }

  /** Runs one attempt at a time per survey, across all tabs. */
  #try(key: string): Promise<Attempt> {
    const running = this.#underWay.get(key);
    if (running) return running;
    const attempt = alone(`lodestar-delivery/${this.#user}/${key}`, () => this.#send(key))
      .catch((error: unknown): Attempt => {
        console.info('A survey could not be sent just now', error);
        return LATER;
      })
      .then((outcome) => {
        this.#underWay.delete(key);
        this.#remember(key, outcome);
        this.#watcher.changed();
        return outcome;
      });
    this.#underWay.set(key, attempt);
    return attempt;
  }

  async #send(key: string): Promise<Attempt> {
    // Read again under the lock: another tab may have sent it meanwhile.
    const entry = await this.store.read(key);
    if (!entry) return { kind: 'gone' };
    await this.#watcher.sending(entry);
    if (navigator.onLine === false) return LATER;
    const outcome = await postSurvey(key, entry.payload, entry.replaces);
    if (outcome.kind === 'refused' && outcome.code === RECEIPT_UNKNOWN && entry.replaces !== undefined) {
      // The recorder does not have the corrected survey (any more): send the correction as a new one.
      const { replaces: _, ...alone } = entry;
      await this.store.write(alone);
      return this.#send(key);
    }
    if (outcome.kind === 'refused' && !this.#isOver) {
      await this.store.write({ ...entry, refused: { status: outcome.status, code: outcome.code } });
      await this.#watcher.refused(entry);
    }
    if (outcome.kind === 'received') {
      if (!this.#isOver) await this.#watcher.received(entry, outcome.receiptId);
      // If this fails, the survey is sent again with the same key and gets the same receipt.
      await this.store.remove(key).catch((error: unknown) => console.info('A sent survey could not be removed', error));
    }
    return outcome;
  }

  #remember(key: string, outcome: Attempt): void {
    if (outcome.kind !== 'retry') {
      this.#pace.delete(key);
      return;
    }
    const tries = (this.#pace.get(key)?.tries ?? 0) + 1;
    const notBefore = Date.now() + backoff(tries, Math.random(), SURVEY_BACKOFF, outcome.waitMs);
    this.#pace.set(key, { tries, notBefore, isAskedFor: outcome.waitMs !== undefined });
  }

  /** Schedules the next attempt. */
  #schedule(): void {
    clearTimeout(this.#timer);
    const times = [...this.#pace.values()].map(({ notBefore }) => notBefore);
    if (times.length === 0 || this.#isOver) return;
    this.#timer = setTimeout(() => void this.#sendDue(), Math.max(0, Math.min(...times) - Date.now()));
  }

  async #sendDue(): Promise<void> {
    const due = [...this.#pace].filter(([, { notBefore }]) => notBefore <= Date.now());
    await Promise.all(due.map(([key]) => this.#try(key)));
    this.#schedule();
  }
}
