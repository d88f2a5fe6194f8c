import { ApiFailure } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { backoff, SURVEY_BACKOFF } from '../../backoff.ts';
import { type OutboxEntry, OutboxStore, UNSENT } from './outbox-store.ts';
import { type PostOutcome, postSurvey } from './post.ts';

/** Result of an attempt in the queue: the recorder's answer, or nothing to send any more. */
type AttemptOutcome = PostOutcome | { kind: 'removed' };

interface RetryState {
  tries: number;
  /** Earliest time of the next attempt (ms since the epoch). */
  notBefore: number;
  /** The recorder requested that time, so only the user can override it. */
  isServerDelay: boolean;
}

const RETRY_LATER: PostOutcome = { kind: 'retry' };

/** Maximum time that a form waits for an attempt, which then goes on without it (ms). */
const FORM_WAIT_MS = 6_000;

/** Runs the work unless another tab holds the lock. Without Web Locks, the idempotency key prevents duplicates. */
async function withLock(name: string, work: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : RETRY_LATER));
}

/** Callbacks for the progress of surveys. */
export interface OutboxListener {
  /** The stored surveys have changed. */
  changed(): void;
  /** Returns a token for a survey that lacks one; undefined if none is available yet. */
  token(entry: OutboxEntry): Promise<string | undefined>;
  /** The survey is about to be sent. */
  sending(entry: OutboxEntry): Promise<void>;
  /** The recorder refused the survey. */
  refused(entry: OutboxEntry): Promise<void>;
  /** The recorder has the survey. It is removed from the store when this resolves. */
  received(entry: OutboxEntry, receiptId: string): Promise<void>;
}

const refusalOf = ({ status, code, message }: Extract<PostOutcome, { kind: 'refused' }>) =>
  new ApiFailure('rejected', status, code, message);

/** The key was used for other answers: the next attempt needs a new key. */
const KEY_REUSED = 422;

/** The recorder's error codes for a survey without a token, or with one that is no longer good. */
const TOKEN_CODES: readonly string[] = ['TOKEN_REQUIRED', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_USED'];

/** The recorder's error code for a token that is no longer good, or of another person than the survey. */
const TOKEN_MISMATCH = 'TOKEN_MISMATCH';

/** Whether an earlier version of the app, which had no tokens, set this survey aside for the lack of one. */
const lackedToken = ({ refused }: OutboxEntry) => refused?.code === 'TOKEN_REQUIRED';

/** The recorder's error code for a correction of a survey that it does not have. */
const RECEIPT_UNKNOWN = 'RECEIPT_UNKNOWN';

/** One user's unsent surveys: stored before they are sent, under one key, and removed only with a receipt. */
export class Queue {
  readonly store: OutboxStore<OutboxEntry>;
  readonly #user: string;
  readonly #listener: OutboxListener;
  readonly #retries = new Map<string, RetryState>();
  readonly #inFlight = new Map<string, Promise<AttemptOutcome>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(user: string, listener: OutboxListener) {
    this.#user = user;
    this.#listener = listener;
    this.store = new OutboxStore(UNSENT + user, ({ key }) => key);
  }

  /** Returns the unsent surveys, oldest first. */
  async entries(): Promise<OutboxEntry[]> {
    return (await this.store.all()).sort((one, other) => one.writtenAt - other.writtenAt);
  }

  /** Whether an attempt on this page has failed so far. */
  hasFailed(key: string): boolean {
    return this.#retries.has(key);
  }

  /**
   * Stores a survey and returns the key it will be sent under. Replaces the entry with the same key, and a refused one
   * of the same form.
   */
  async put(entry: OutboxEntry): Promise<string> {
    const toStore = await this.#replaceRefused(entry);
    await this.store.write(toStore);
    this.#listener.changed();
    return toStore.key;
  }

  /**
   * Sends the survey stored under this key. Resolves with `queued` if it will be sent later, or takes long.
   * @throws ApiFailure if the recorder refuses it; it stays stored then, and putting it again retries it
   */
  async deliver(key: string): Promise<SurveyReceipt> {
    const trying = this.#try(key);
    trying.then(() => this.#schedule());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<AttemptOutcome>((resolve) => {
      timer = setTimeout(resolve, FORM_WAIT_MS, RETRY_LATER);
    });
    const attempt = await Promise.race([trying, tooLong]).finally(() => clearTimeout(timer));
    if (attempt.kind === 'refused') throw refusalOf(attempt);
    if (attempt.kind === 'received') return { status: 'delivered', receiptId: attempt.receiptId };
    if (attempt.kind === 'removed') return { status: 'delivered' };
    return { status: 'queued', ...(this.store.isInMemoryOnly(key) ? { isInMemoryOnly: true } : {}) };
  }

  /** Sends what is due, ignoring automatic delays. With `all`, also what the recorder refused or delayed. */
  async wake({ all = false } = {}): Promise<void> {
    const entries = await this.entries();
    const isDue = (entry: OutboxEntry) => (!entry.refused || lackedToken(entry)) && this.#mayTry(entry.key);
    const due = entries.filter((entry) => all || isDue(entry));
    await Promise.all(due.map((entry) => this.#tryAgain(entry)));
    this.#schedule();
  }

  /** Removes an entry that the user does not want to send any more. */
  async discard(key: string): Promise<void> {
    await this.store.remove(key);
    this.#listener.changed();
  }

  /** Deletes all entries and stops permanently. */
  async wipe(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isOver = true;
    await this.store.wipe();
    this.#listener.changed();
  }

  #mayTry(key: string): boolean {
    const retry = this.#retries.get(key);
    return !retry?.isServerDelay || Date.now() >= retry.notBefore;
  }

  /** Removes refused answers of the same form, which were certainly not recorded. */
  async #replaceRefused(entry: OutboxEntry): Promise<OutboxEntry> {
    let toStore = entry;
    for (const { key, about, refused } of await this.store.all()) {
      if (!refused || about !== entry.about) continue;
      if (key === entry.key && refused.status === KEY_REUSED) toStore = { ...entry, key: crypto.randomUUID() };
      await this.store.remove(key);
    }
    return toStore;
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
  #try(key: string): Promise<AttemptOutcome> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const attempt = withLock(`lodestar-delivery/${this.#user}/${key}`, () => this.#send(key))
      .catch((error: unknown): AttemptOutcome => {
        console.info('An attempt to send a survey failed', error);
        return RETRY_LATER;
      })
      .then((outcome) => {
        this.#inFlight.delete(key);
        this.#scheduleRetry(key, outcome);
        this.#listener.changed();
        return outcome;
      });
    this.#inFlight.set(key, attempt);
    return attempt;
  }

  /** Returns the survey with a token, if there is one. A token that was refused is replaced. */
  async #withToken(entry: OutboxEntry, isRefused: boolean): Promise<OutboxEntry> {
    if (entry.token !== undefined && !isRefused) return entry;
    const { token: _, ...rest } = entry;
    const token = await this.#listener.token(entry);
    const renewed: OutboxEntry = token === undefined ? rest : { ...rest, token };
    if (renewed.token !== entry.token && !this.#isOver) await this.store.write(renewed);
    return renewed;
  }

  /** @param isTokenRefused whether the recorder has just refused the survey's token, or the lack of one */
  async #send(key: string, isTokenRefused = false): Promise<AttemptOutcome> {
    // Read again under the lock: another tab may have sent it meanwhile.
    const stored = await this.store.read(key);
    if (!stored) return { kind: 'removed' };
    await this.#listener.sending(stored);
    if (navigator.onLine === false) return RETRY_LATER;
    const entry = await this.#withToken(stored, isTokenRefused);
    // Only the person can get another token: the survey waits for the next sign-in.
    if (isTokenRefused && entry.token === undefined) return RETRY_LATER;
    const outcome = await postSurvey(key, entry.payload, entry);
    if (outcome.kind === 'refused' && [...TOKEN_CODES, TOKEN_MISMATCH].includes(outcome.code)) {
      if (!isTokenRefused) return this.#send(key, true);
      if (outcome.code !== TOKEN_MISMATCH) return RETRY_LATER;
    }
    if (outcome.kind === 'refused' && outcome.code === RECEIPT_UNKNOWN && entry.replaces !== undefined) {
      // The recorder does not have the corrected survey (any more): send the correction as a new one.
      const { replaces: _, ...asNew } = entry;
      await this.store.write(asNew);
      return this.#send(key);
    }
    if (outcome.kind === 'refused' && !this.#isOver) {
      await this.store.write({ ...entry, refused: { status: outcome.status, code: outcome.code } });
      await this.#listener.refused(entry);
    }
    if (outcome.kind === 'received') {
      if (!this.#isOver) await this.#listener.received(entry, outcome.receiptId);
      // If this fails, the survey is sent again with the same key and gets the same receipt.
      await this.store.remove(key).catch((error: unknown) => console.info('A sent survey could not be removed', error));
    }
    return outcome;
  }

  #scheduleRetry(key: string, outcome: AttemptOutcome): void {
    if (outcome.kind !== 'retry') {
      this.#retries.delete(key);
      return;
    }
    const tries = (this.#retries.get(key)?.tries ?? 0) + 1;
    const notBefore = Date.now() + backoff(tries, Math.random(), SURVEY_BACKOFF, outcome.waitMs);
    this.#retries.set(key, { tries, notBefore, isServerDelay: outcome.waitMs !== undefined });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const times = [...this.#retries.values()].map(({ notBefore }) => notBefore);
    if (times.length === 0 || this.#isOver) return;
    this.#timer = setTimeout(() => void this.#sendDue(), Math.max(0, Math.min(...times) - Date.now()));
  }

  async #sendDue(): Promise<void> {
    const due = [...this.#retries].filter(([, { notBefore }]) => notBefore <= Date.now());
    await Promise.all(due.map(([key]) => this.#try(key)));
    this.#schedule();
  }
}
