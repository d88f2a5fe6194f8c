/** One revision on this phone: every file that its screens need, in a cache of its own. */
export interface Kept {
  /** Identity (see protocol.ts). */
  hash: string;
  /** Name of its cache. */
  cache: string;
}

/** What new pages get, and what waits until the user wants it or until every page is closed. */
export interface State {
  current: Kept | null;
  staged: Kept | null;
}

const CACHE = 'lodestar-state';
const PLACE = '/offline-state.json';
const NOTHING: State = { current: null, staged: null };

/** The state, as the last worker that ran has left it. */
export async function readState(): Promise<State> {
  const kept = await caches.match(PLACE, { cacheName: CACHE });
  return kept ? ((await kept.json()) as State) : NOTHING;
}

/** Reads, changes and writes the state while no other worker does. Returns what it is now. Throws when there is no room. */
export function changeState(change: (state: State) => State): Promise<State> {
  return navigator.locks.request(CACHE, async () => {
    const before = await readState();
    const after = change(before);
    if (after !== before) await (await caches.open(CACHE)).put(PLACE, Response.json(after));
    return after;
  });
}
