/** The global scope with its actual type: TypeScript's DOM library declares a window. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope;

/** Returns all open pages of this origin, including those that this worker does not control yet. */
export const openPages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** A stored revision: every file its screens need, in its own cache. */
export interface StoredRevision {
  /** Identity (see protocol.ts). */
  hash: string;
  /** Name of its cache. */
  cache: string;
}

/** The revision for new pages, and the one staged until the user asks for it or every page is closed. */
export interface State {
  current: StoredRevision | null;
  staged: StoredRevision | null;
}

const CACHE = 'lodestar-state';
const STATE_URL = '/offline-state.json';
const EMPTY_STATE: State = { current: null, staged: null };

/** Returns the stored state, which outlives the worker. */
export async function readState(): Promise<State> {
  const stored = await caches.match(STATE_URL, { cacheName: CACHE });
  return stored ? ((await stored.json()) as State) : EMPTY_STATE;
}

/** Updates the state under a lock and returns the new one. @throws DOMException if the storage is full */
export function changeState(change: (state: State) => State): Promise<State> {
  return navigator.locks.request(CACHE, async () => {
    const before = await readState();
    const after = change(before);
    if (after !== before) await (await caches.open(CACHE)).put(STATE_URL, Response.json(after));
    return after;
  });
}
