import { recheckSession } from 'shared-ui';
import { Connection, type ResumePosition, type StreamEvent } from './connection.ts';
import { noteAlive, noteDisconnected } from './useSessionRecheck.ts';

/**
 * Messages between the browser's tabs, which may run different versions: names never change. `who` is the user's id,
 * since another user may have signed in.
 */
type TabMessage =
  | { say: 'news'; who: string; news: StreamEvent }
  | { say: 'alive' | 'cut'; who: string }
  /** Sent by a tab that joins or becomes visible. It has all changes up to `heardAt` (ms since the epoch). */
  | { say: 'hello'; who: string; tab: string; heardAt: number }
  /** That tab has missed events. */
  | { say: 'missed'; who: string; tab: string };

const NAME = 'lodestar-stream';

/**
 * Runs `lead` once this tab becomes the one that holds the stream for all tabs, until `signal` is aborted. Browsers
 * without Web Locks run it immediately, so that each tab has its own stream.
 */
function whenLeading(signal: AbortSignal, lead: () => void): void {
  if (!('locks' in navigator)) {
    lead();
    return;
  }
  const held = () => {
    lead();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  };
  navigator.locks.request(NAME, { signal }, held).catch((error: unknown) => {
    if (!signal.aborted) console.info('The event stream could not be shared between tabs', error);
  });
}

interface SubscriptionOptions {
  token: string;
  /** Id of the signed-in user. */
  userId: string;
  /** Returns when this page last read its data (ms since the epoch), or null. */
  readAt(): number | null;
  onStreamEvent(event: StreamEvent): void;
  /** Called when events may have been missed: everything must be refetched. */
  onMissed(): void;
}

/**
 * Follows the changes for a user while the tab is visible. One tab of the browser holds the stream and shares it with
 * the others. Hidden tabs close the stream to save battery.
 */
export class StreamSubscription {
  readonly #options: SubscriptionOptions;
  readonly #tab = crypto.randomUUID();
  readonly #position: ResumePosition = { id: undefined, readAt: undefined };
  /** Channel to the other tabs; undefined in browsers without BroadcastChannel. */
  readonly #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME);
  /** This tab has all changes up to here (ms since the epoch). */
  #upToDateAt: number;
  #lastEventAt = Number.NEGATIVE_INFINITY;
  #leadership: AbortController | undefined;
  #connection: Connection | undefined;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#upToDateAt = options.readAt() ?? Date.now();
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#onTabMessage(data);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    window.addEventListener('online', this.#reconnectNow);
    this.#onVisibilityChange();
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    window.removeEventListener('online', this.#reconnectNow);
    this.#releaseStream();
    this.#channel?.close();
  }

  /** Reopens this tab's stream after the last event id. The language of the events is fixed per request. */
  reopen(): void {
    if (!this.#connection) return;
    this.#connection.stop();
    this.#lead();
  }

  #onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') {
      this.#releaseStream();
      return;
    }
    if (this.#leadership) return;
    this.#leadership = new AbortController();
    this.#post({ say: 'hello', who: this.#options.userId, tab: this.#tab, heardAt: this.#upToDateAt });
    whenLeading(this.#leadership.signal, () => this.#lead());
  };

  #reconnectNow = (): void => this.#connection?.reconnectNow();

  /** Closes the stream and lets another tab take over. */
  #releaseStream(): void {
    this.#leadership?.abort();
    this.#leadership = undefined;
    this.#connection?.stop();
    this.#connection = undefined;
    noteDisconnected();
  }

  #lead(): void {
    const { token, userId, readAt } = this.#options;
    const position = { id: this.#position.id, readAt: readAt() ?? undefined };
    this.#connection = new Connection(token, position, {
      onStreamEvent: (event) => {
        this.#post({ say: 'news', who: userId, news: event });
        this.#handle(event);
      },
      onAlive: () => {
        this.#noteAlive();
        this.#post({ say: 'alive', who: userId });
      },
      onDisconnect: () => {
        noteDisconnected();
        this.#post({ say: 'cut', who: userId });
      },
      onRefused: (status) => {
        noteDisconnected();
        if (status === 401 || status === 403) void recheckSession();
      },
    });
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #noteAlive(): void {
    noteAlive();
    this.#upToDateAt = Date.now();
  }

  #onTabMessage(message: TabMessage): void {
    const { userId, onMissed } = this.#options;
    if (message.who !== userId) return;
    switch (message.say) {
      case 'hello': {
        const { tab, heardAt } = message;
        if (this.#connection && this.#lastEventAt > heardAt) this.#post({ say: 'missed', who: userId, tab });
        return;
      }
      case 'missed':
        if (message.tab === this.#tab) onMissed();
        return;
      case 'cut':
        noteDisconnected();
        return;
      case 'news':
        this.#handle(message.news);
        return;
      case 'alive':
        this.#noteAlive();
    }
  }

  /** Handles a stream event once, even if two streams deliver it when one tab takes over from another. */
  #handle(event: StreamEvent): void {
    const { id, kind } = event;
    const isResync = kind === 'resync';
    if (!isResync && id !== undefined && this.#position.id !== undefined && id <= this.#position.id) return;
    if (id !== undefined) this.#position.id = id;
    this.#noteAlive();
    this.#lastEventAt = Date.now();
    if (isResync) this.#options.onMissed();
    else this.#options.onStreamEvent(event);
  }
}
