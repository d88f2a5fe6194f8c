/** A stored revision: every file its screens need, in its own cache. */
export interface Kept {
  /** Identity (see protocol.ts). */
  hash: string;
  /** Name of its cache. */
  cache: string;
}

/** The revision for new pages, and the one staged until the user asks for it or every page is closed. */
export interface State {
  current: Kept | null;
  staged: Kept | null;
}

const CACHE = 'lodestar-state';
const PLACE = '/offline-state.json';
const NOTHING: State = { current: null, staged: null };

/** Returns the stored state, which outlives the worker. */
export async function readState(): Promise<State> {
  const kept = await caches.match(PLACE, { cacheName: CACHE });
  return kept ? ((await kept.json()) as State) : NOTHING;
}

/** Updates the state under a lock and returns the new one. Throws if the storage is full. */
export function changeState(change: (state: State) => State): Promise<State> {
  return navigator.locks.request(CACHE, async () => {
    const before = await readState();
    const after = change(before);
    if (after !== before) await (await caches.open(CACHE)).put(PLACE, Response.json(after));
    return after;
  });
}
