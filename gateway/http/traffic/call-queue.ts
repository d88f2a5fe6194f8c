import type { CallClass } from './call-classes.ts';
import type { Upstreams } from './upstreams.ts';

/**
 * Longest wait for a place (ms): phones give up after 10 s (`shared-ui/src/platform/http/api.ts`). It alone bounds how
 * many calls wait, as none may be refused because many others wait.
 */
export const MAX_WAIT_MS = 8_000;
/** Share of the places that sign-ins may take, and that may be taken when a call that can wait is sent. */
const SHARE = 0.5;
/**
 * Shortest and longest `Retry-After` (s), chosen at random so that clients don't return together. More than 2 s, so that
 * phones show what they have stored instead of retrying by themselves.
 */
const RETRY_AFTER_S = { interactive: [5, 15], deferrable: [15, 45] } as const;

/** A call that was refused to protect others, or that has waited too long for a place. It was not sent. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  readonly retryAfterS: number;
  /** Whether the call was refused only because it can wait. */
  readonly isDeferred: boolean;

  constructor(callClass: CallClass) {
    super('too many calls');
    this.isDeferred = callClass === 'deferrable';
    const [shortest, longest] = RETRY_AFTER_S[this.isDeferred ? 'deferrable' : 'interactive'];
    this.retryAfterS = shortest + Math.floor(Math.random() * (longest - shortest + 1));
  }
}

/** Gives a call's place back. */
type Leave = () => void;

/** Classes of calls that wait for a place. */
type WaitingClass = 'interactive' | 'sign-in';

interface WaitingCall {
  callClass: WaitingClass;
  /** Position among all calls that have waited here. */
  turn: number;
  admit(): void;
}

/**
 * Limits the calls that are open at the processes of one kind, so that those that people wait for are answered in time.
 * When all places are taken, calls wait in order; what can wait is refused early, and essential calls are always sent.
 */
export class CallQueue {
  readonly #perProcess: number;
  readonly #upstreams: Pick<Upstreams, 'list'>;
  readonly #open: Record<CallClass, number> = { essential: 0, interactive: 0, 'sign-in': 0, deferrable: 0 };
  /** In the order in which they came. */
  readonly #waiting: Record<WaitingClass, Set<WaitingCall>> = { interactive: new Set(), 'sign-in': new Set() };
  #turns = 0;
  readonly #onRefused: (callClass: CallClass) => void;

  /** @param perProcess calls that may be open at each process, until its response begins */
  constructor(
    perProcess: number,
    upstreams: Pick<Upstreams, 'list'>,
    onRefused: (callClass: CallClass) => void = () => undefined,
  ) {
    this.#perProcess = perProcess;
    this.#upstreams = upstreams;
    this.#onRefused = onRefused;
  }

  /** Number of calls that wait for a place. */
  get waiting(): number {
    return this.#waiting.interactive.size + this.#waiting['sign-in'].size;
  }

  /**
   * Resolves with a place once the call may be sent. Give it back when the response has begun.
   * @param signal aborts the wait of a client that has disconnected
   * @throws OverloadedError if the call can wait, or has waited for `MAX_WAIT_MS`
   */
  async enter(callClass: CallClass, signal?: AbortSignal): Promise<Leave> {
    if (this.#hasPlaceFor(callClass)) return this.#take(callClass);
    if (callClass !== 'interactive' && callClass !== 'sign-in') throw this.#refuse(callClass);
    return this.#wait(callClass, signal);
  }

  /** @throws OverloadedError unless there is a place for a call that can wait */
  checkDeferrable(): void {
    if (!this.#hasPlaceFor('deferrable')) throw this.#refuse('deferrable');
  }

  #hasPlaceFor(callClass: CallClass): boolean {
    if (callClass === 'essential') return true;
    const processes = this.#upstreams.list().filter(({ status }) => status === 'ok').length;
    const places = this.#perProcess * Math.max(1, processes);
    const open = Object.values(this.#open).reduce((sum, count) => sum + count, 0);
    if (callClass === 'deferrable') return open < places * SHARE;
    return open < places && (callClass !== 'sign-in' || this.#open[callClass] < places * SHARE);
  }

  #take(callClass: CallClass): Leave {
    this.#open[callClass] += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open[callClass] -= 1;
      for (let call = this.#next(); call; call = this.#next()) call.admit();
    };
  }

  /** Returns the call that has waited longest of those for which there is a place. */
  #next(): WaitingCall | undefined {
    return Object.values(this.#waiting)
      .flatMap(([first]) => first ?? [])
      .filter(({ callClass }) => this.#hasPlaceFor(callClass))
      .toSorted((one, other) => one.turn - other.turn)
      .at(0);
  }

  #refuse(callClass: CallClass): OverloadedError {
    this.#onRefused(callClass);
    return new OverloadedError(callClass);
  }

  #wait(callClass: WaitingClass, signal: AbortSignal | undefined): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting[callClass].delete(call);
      };
      const onAbort = () => {
        stopWaiting();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(this.#refuse(callClass));
      }, MAX_WAIT_MS);
      this.#turns += 1;
      const call: WaitingCall = {
        callClass,
        turn: this.#turns,
        admit: () => {
          stopWaiting();
          resolve(this.#take(callClass));
        },
      };
      this.#waiting[callClass].add(call);
      signal?.addEventListener('abort', onAbort);
    });
  }
}
