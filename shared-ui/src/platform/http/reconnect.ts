/** Fired on the window by the first answered request after one that could not reach the server. */
const RECONNECTED = 'lodestar:reconnected';

let isCutOff = false;

/** Whether the last request could not reach the server or its data. */
export const isServerCutOff = (): boolean => isCutOff;

/** Records that a request could not reach the server or its data. */
export function noteCutOff(): void {
  isCutOff = true;
}

/** Records that the server answered a request. */
export function noteAnswered(): void {
  if (!isCutOff) return;
  isCutOff = false;
  window.dispatchEvent(new Event(RECONNECTED));
}

/** Calls `listener` whenever the server answers again. Returns a function that ends this. */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener(RECONNECTED, listener);
  return () => window.removeEventListener(RECONNECTED, listener);
}
