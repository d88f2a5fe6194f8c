import type { StreamEvent } from './frames.ts';

/** Messages between the browser's tabs; `who` is the user's id, since another user may have signed in. */
export type TabMessage =
  | { say: 'news'; who: string; news: StreamEvent }
  | { say: 'alive' | 'cut'; who: string }
  /** Sent by a tab that joins or becomes visible. It has all changes up to `heardAt` (ms since the epoch). */
  | { say: 'hello'; who: string; tab: string; heardAt: number }
  /** That tab has missed events. */
  | { say: 'missed'; who: string; tab: string };

const NAME = 'lodestar-stream';

/** Channel to the other tabs. Does nothing in browsers without BroadcastChannel. */
export class Tabs {
  readonly #channel: BroadcastChannel | undefined;

  constructor(onMessage: (message: TabMessage) => void) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  }

  post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
  }
}

/**
 * Runs `lead` once this tab becomes the one that holds the stream for all tabs, until `signal` is aborted. Browsers
 * without Web Locks run it immediately, so that each tab has its own stream.
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
