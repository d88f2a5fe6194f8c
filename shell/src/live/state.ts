/** The stream counts as closed after this time without activity (ms). The server sends a heartbeat every 15 s. */
const ALIVE_TIMEOUT_MS = 45_000;

let aliveAt = Number.NEGATIVE_INFINITY;

/** Records activity on this browser's stream. */
export function noteAlive(): void {
  aliveAt = Date.now();
}

/** Records that the stream failed, or that this page stopped following it. */
export function noteDisconnected(): void {
  aliveAt = Number.NEGATIVE_INFINITY;
}

/** Whether the stream is open, so that nothing needs to be polled. */
export const isLive = (): boolean => Date.now() - aliveAt < ALIVE_TIMEOUT_MS;
