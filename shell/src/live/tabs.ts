import type { News } from './frames.ts';

/** What tabs of a browser say to each other; `who` is the person, since another may have signed in. */
export type TabMessage =
  | { say: 'news'; who: string; news: News }
  | { say: 'alive' | 'cut'; who: string }
  /** A tab that has joined or come back: it knows what was said up to this moment (milliseconds since 1970). */
  | { say: 'hello'; who: string; tab: string; heardAt: number }
  /** That tab has missed something. */
  | { say: 'missed'; who: string; tab: string };

const NAME = 'lodestar-stream';

/** Says something to the other tabs, and hears them. Alone in a browser that has no channel. */
export class Tabs {
  readonly #channel: BroadcastChannel | undefined;

  constructor(onMessage: (message: TabMessage) => void) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  }

  say(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}

/**
 * Runs `lead` once this tab is the one that holds the stream for all, until `signal` is aborted: at once in a browser
 * without locks, where each tab has a stream of its own.
 */
export function whenLeading(signal: AbortSignal, lead: () => void): void {
  if (!('locks' in navigator)) {
    lead();
    return;
  }
  const held = () => {
    lead();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  };
  navigator.locks.request(NAME, { signal }, held).catch((error: unknown) => {
    if (!signal.aborted) console.info('The stream of news could not be shared', error);
  });
}
