import { ApiFailure } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { backoff } from './backoff.ts';
import { type Outcome, postSurvey } from './post.ts';
import { type Item, Shelf } from './shelf.ts';

/** How a try ended for the queue: as the recorder said, or there was nothing left to send. */
type Attempt = Outcome | { kind: 'gone' };

interface Pace {
  tries: number;
  /** Not before that, in milliseconds since 1970. */
  notBefore: number;
  /** The recorder named that time itself, so nothing but the person's own wish goes before it. */
  isAskedFor: boolean;
}

const LATER: Outcome = { kind: 'later' };

/** Runs the work unless another tab holds the lock. Browsers without locks have the recorder's key to count once. */
async function alone(name: string, work: () => Promise<Attempt>): Promise<Attempt> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : LATER));
}

/** What else has to know how far a survey has come. */
export interface Watcher {
  /** Something on the shelf changed. */
  changed(): void;
  /** It is about to be sent. */
  sending(item: Item): Promise<void>;
  /** The recorder would not take it. */
  refused(item: Item): Promise<void>;
  /** The recorder has it. It leaves the shelf once this is done. */
  received(item: Item, receiptId: string): Promise<void>;
}

const refusalOf = ({ status, code, message }: Extract<Outcome, { kind: 'refused' }>) =>
  new ApiFailure('rejected', status, code, message);

/** The key was used for other answers: the next try needs a key of its own. */
const KEY_REUSED = 422;

/**
 * One person's unsent surveys on their way to the recorder. Each is written before it is sent, goes under one key as
 * often as it must, and leaves with a receipt only.
 */
export class Queue {
  readonly shelf: Shelf;
  readonly #user: string;
  readonly #watcher: Watcher;
  readonly #pace = new Map<string, Pace>();
  readonly #underWay = new Map<string, Promise<Attempt>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(user: string, watcher: Watcher) {
    this.#user = user;
    this.#watcher = watcher;
    this.shelf = new Shelf(user);
  }

  /** It was tried on this page and could not be sent so far. */
  hasFailed(key: string): boolean {
    return this.#pace.has(key);
  }

  /**
   * Writes a survey down, in the place of one with the same key and of what was refused of the same form. Gives the key
   * that it goes under.
   */
  async put(item: Item): Promise<string> {
    const given = await this.#replaceRefused(item);
    await this.shelf.write(given);
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
    const items = await this.shelf.all();
    const due = items.filter(({ key, refused }) => all || (!refused && this.#mayTry(key)));
    await Promise.all(due.map((item) => this.#tryAgain(item)));
    this.#schedule();
  }

  /** Takes one off the shelf that nobody wants to send any more. */
  async discard(key: string): Promise<void> {
    await this.shelf.remove(key);
    this.#watcher.changed();
  }

  /** Forgets all of them and stops, for good. */
  async wipe(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isOver = true;
    await this.shelf.wipe();
    this.#watcher.changed();
  }

  #mayTry(key: string): boolean {
    const pace = this.#pace.get(key);
    return !pace?.isAskedFor || Date.now() >= pace.notBefore;
  }

  /** The new answers to a form replace those that were refused: they were certainly not recorded. */
  async #replaceRefused(item: Item): Promise<Item> {
    let given = item;
    for (const { key, about, refused } of await this.shelf.all()) {
      if (!refused || about !== item.about) continue;
      if (key === item.key && refused.status === KEY_REUSED) given = { ...item, key: crypto.randomUUID() };
      await this.shelf.remove(key);
    }
    return given;
  }

  async #tryAgain(item: Item): Promise<void> {
    if (!item.refused) {
      await this.#try(item.key);
      return;
    }
    const { refused, ...rest } = item;
    const again = refused.status === KEY_REUSED ? { ...rest, key: crypto.randomUUID() } : rest;
    await this.shelf.write(again);
    if (again.key !== item.key) await this.shelf.remove(item.key);
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
    const item = await this.shelf.read(key);
    if (!item) return { kind: 'gone' };
    await this.#watcher.sending(item);
    if (navigator.onLine === false) return LATER;
    const outcome = await postSurvey(key, item.payload);
    if (outcome.kind === 'refused' && !this.#isOver) {
      await this.shelf.write({ ...item, refused: { status: outcome.status, code: outcome.code } });
      await this.#watcher.refused(item);
    }
    if (outcome.kind === 'received') {
      if (!this.#isOver) await this.#watcher.received(item, outcome.receiptId);
      // Should this fail the survey is sent once more, under the same key, for the same receipt.
      await this.shelf.remove(key).catch((error: unknown) => console.info('A sent survey could not be removed', error));
    }
    return outcome;
  }

  #remember(key: string, outcome: Attempt): void {
    if (outcome.kind !== 'later') {
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
