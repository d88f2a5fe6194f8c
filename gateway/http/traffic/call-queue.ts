import type { CallClass } from './call-classes.ts';
import type { Upstreams } from './upstreams.ts';

export interface CallLimits {
  /** Calls that may be open at each process, until its response begins. */
  perProcess: number;
  /** Calls that may wait for one of these places. */
  waiting: number;
}

/** Longest wait for a place (ms): phones give up after 10 s (`shared-ui/src/platform/http/api.ts`). */
export const MAX_WAIT_MS = 8_000;
/** Share of the places that sign-ins may take, and that may be taken when a call that can wait is sent. */
const SHARE = 0.5;
/**
 * Shortest and longest `Retry-After` (s), chosen at random so that clients don't return together. More than 2 s, so that
 * phones show what they have stored instead of retrying by themselves.
 */
const RETRY_AFTER_S = { interactive: [5, 15], deferrable: [15, 45] } as const;

/** A call that was refused to protect others. It was not sent. */
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

interface WaitingCall {
  callClass: CallClass;
  admit(): void;
}

/**
 * Limits the calls that are open at the processes of one kind, so that those that people wait for are answered in time.
 * When all places are taken, calls wait in order; what can wait is refused early, and essential calls are always sent.
 */
export class CallQueue {
  readonly #limits: CallLimits;
  readonly #upstreams: Pick<Upstreams, 'list'>;
  readonly #open: Record<CallClass, number> = { essential: 0, interactive: 0, 'sign-in': 0, deferrable: 0 };
  readonly #waiting = new Set<WaitingCall>();
  readonly #onRefused: (callClass: CallClass) => void;

  constructor(
    limits: CallLimits,
    upstreams: Pick<Upstreams, 'list'>,
    onRefused: (callClass: CallClass) => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#upstreams = upstreams;
    this.#onRefused = onRefused;
  }

  /** Number of calls that wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves with a place once the call may be sent. Give it back when the response has begun.
   * @param signal aborts the wait of a client that has disconnected
   * @throws OverloadedError if the call is refused
   */
  async enter(callClass: CallClass, signal?: AbortSignal): Promise<Leave> {
    if (this.#hasPlaceFor(callClass)) return this.#take(callClass);
    if (callClass === 'deferrable' || this.#waiting.size >= this.#limits.waiting) throw this.#refuse(callClass);
    return this.#wait(callClass, signal);
  }

  /** @throws OverloadedError unless there is a place for a call that can wait */
  checkDeferrable(): void {
    if (!this.#hasPlaceFor('deferrable')) throw this.#refuse('deferrable');
  }

  #hasPlaceFor(callClass: CallClass): boolean {
    if (callClass === 'essential') return true;
    const processes = this.#upstreams.list().filter(({ status }) => status === 'ok').length;
    const places = this.#limits.perProcess * Math.max(1, processes);
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
      for (const call of this.#waiting) if (this.#hasPlaceFor(call.callClass)) call.admit();
    };
  }

  #refuse(callClass: CallClass): OverloadedError {
    this.#onRefused(callClass);
    return new OverloadedError(callClass);
  }

  #wait(callClass: CallClass, signal: AbortSignal | undefined): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(call);
      };
      const onAbort = () => {
        stopWaiting();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(this.#refuse(callClass));
      }, MAX_WAIT_MS);
      const call: WaitingCall = {
        callClass,
        admit: () => {
          stopWaiting();
          resolve(this.#take(callClass));
        },
      };
      this.#waiting.add(call);
      signal?.addEventListener('abort', onAbort);
    });
  }
}
