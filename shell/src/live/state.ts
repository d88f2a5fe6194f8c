/** A sign of life is due every 15 s; without one for so long the stream counts as closed, in milliseconds. */
const TRUSTED_MS = 45_000;

let aliveAt = Number.NEGATIVE_INFINITY;

/** The stream of this browser gave a sign of life just now. */
export function noteAlive(): void {
  aliveAt = Date.now();
}

/** The stream is cut, or this page follows it no more. */
export function noteCut(): void {
  aliveAt = Number.NEGATIVE_INFINITY;
}

/** Whether the stream is open: then nothing needs to be polled. */
export const isLive = (): boolean => Date.now() - aliveAt < TRUSTED_MS;
