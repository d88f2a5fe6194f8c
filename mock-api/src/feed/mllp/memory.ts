/** Bounds what messages hold in memory while they arrive and until they are stored, on all connections together. */

/** Ordinary messages don't count: they are shorter than this, in bytes. */
const SMALL = 64 * 1024;
/** Most bytes of larger messages: four of the longest ones. */
export const MAX_HELD = 64 * 1024 * 1024;

/** A connection whose message is in memory. */
export interface Holder {
  /** Whether its message is complete and being stored: closing the connection would free nothing. */
  isBusy: boolean;
  close(): void;
}

export class FrameMemory {
  /** Bytes of large messages; the one that became large last is at the end. */
  readonly #held = new Map<Holder, number>();
  #total = 0;

  /** Notes how many bytes a connection holds now. Over the limit, closes connections, the newest first, until the rest fits. */
  hold(holder: Holder, bytes: number): void {
    this.#forget(holder, bytes > SMALL);
    if (bytes > SMALL) this.#held.set(holder, bytes);
    this.#total += this.#held.get(holder) ?? 0;
    const idle = [...this.#held.keys()].filter(({ isBusy }) => !isBusy);
    for (let newest = idle.pop(); newest && this.#total > MAX_HELD; newest = idle.pop()) {
      this.#forget(newest);
      newest.close();
    }
  }

  #forget(holder: Holder, keepsPlace = false): void {
    this.#total -= this.#held.get(holder) ?? 0;
    if (!keepsPlace) this.#held.delete(holder);
  }
}
