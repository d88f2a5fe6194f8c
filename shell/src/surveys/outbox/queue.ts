import { ApiFailure } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { backoff } from './backoff.ts';
import { type OutboxEntry, OutboxStore } from './outbox-store.ts';
import { type Outcome, postSurvey } from './post.ts';

/** How a try ended for the queue: as the recorder said, or there was nothing left to send. */
type Attempt = Outcome | { kind: 'gone' };

interface Pace {
  tries: number;
  /** Not before that, in milliseconds since 1970. */
  notBefore: number;
  /** The recorder named that time itself, so nothing but the person's own wish goes before it. */
  isAskedFor: boolean;
}

const LATER: Outcome = { kind: 'retry' };

/** Runs the work unless another tab holds the lock. Browsers without locks have the recorder's key to count once. */
async function alone(name: string, work: () => Promise<Attempt>): Promise<Attempt> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : LATER));
}

/** What else has to know how far a survey has come. */
export interface OutboxListener {
  /** Something in the store changed. */
  changed(): void;
  /** It is about to be sent. */
  sending(entry: OutboxEntry): Promise<void>;
  /** The recorder would not take it. */
  refused(entry: OutboxEntry): Promise<void>;
  /** The recorder has it. It leaves the store once this is done. */
  received(entry: OutboxEntry, receiptId: string): Promise<void>;
}

const refusalOf = ({ status, code, message }: Extract<Outcome, { kind: 'refused' }>) =>
  new ApiFailure('rejected', status, code, message);

/** The key was used for other answers: the next try needs a key of its own. */
const KEY_REUSED = 422;

/** The recorder's code for a correction of a survey that it does not have. */
const RECEIPT_UNKNOWN = 'RECEIPT_UNKNOWN';

/**
 * One person's unsent surveys on their way to the recorder. Each is written before it is sent, goes under one key as
 * often as it must, and leaves with a receipt only.
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

  /** It was tried on this page and could not be sent so far. */
  hasFailed(key: string): boolean {
    return this.#pace.has(key);
  }

  /**
   * Writes a survey down, in the place of one with the same key and of what was refused of the same form. Returns the key
   * that it goes under.
   */
  async put(entry: OutboxEntry): Promise<string> {
    const given = await this.#replaceRefused(entry);
    await this.store.write(given);
    this.#watcher.changed();
    return given.key;
  }

  /**
   * Sends what was put under this key. `queued`: it will be sent later. Throws ApiFailure when the recorder refuses it;
   * it is kept aside then, and putting it again tries again.
   */
  async deliver(key: string): Promise<SurveyReceipt> {
    const attempt = await this.#try(key);
    this.#schedule();
    if (attempt.kind === 'refused') throw refusalOf(attempt);
    if (attempt.kind === 'received') return { status: 'delivered', receiptId: attempt.receiptId };
    return { status: attempt.kind === 'gone' ? 'delivered' : 'queued' };
  }

  /** Sends what is due: all that waits for no named time, or with `all`, what was refused and what waits for one, too. */
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

  /** Forgets all of them and stops, for good. */
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

  /** The new answers to a form replace those that were refused: they were certainly not recorded. */
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

  /** One try at a time for a survey, in this tab and in all others. */
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
      // The recorder does not have what this corrects (any more): the correction is what there is.
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
      // Should this fail the survey is sent once more, under the same key, for the same receipt.
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
    const notBefore = Date.now() + backoff(tries, Math.random(), outcome.waitMs);
    this.#pace.set(key, { tries, notBefore, isAskedFor: outcome.waitMs !== undefined });
  }

  /** Comes back when the first wait is over. */
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
