import { type Store, store } from 'shared-ui';
import { cacheSlice, clearCache, readCachedSlice } from 'shared-ui/host';
import { reloadShared } from './apply.ts';

/** Names of the permissions that each patient has given the user, by profile id. */
type Shares = Record<string, string[]>;

/** Name in the offline cache. */
const NAME = 'shares';

const sharesOf = ({ profiles }: Store): Shares =>
  Object.fromEntries(
    profiles.list.flatMap(({ id, permissions }) =>
      permissions ? [[id, Object.entries(permissions).flatMap(([name, isOn]) => (isOn ? [name] : []))]] : [],
    ),
  );

const isReduced = (before: Shares, now: Shares) =>
  Object.entries(before).some(([id, names]) => names.some((name) => !now[id]?.includes(name)));

/**
 * Clears the offline cache when a patient shares less than before: its lists, pictures and documents may include what
 * was withdrawn. The last known permissions are cached too, for changes while the app was closed. Runs until the
 * returned function is called.
 */
export function clearWithdrawn(token: string): () => void {
  let known: Shares | undefined;
  let isOver = false;
  let work: Promise<void> = Promise.resolve();
  const compare = async () => {
    const before = known ?? (await readCachedSlice<Shares>(token, NAME)) ?? {};
    const state = store.getState();
    // Without the server, the profiles are from the cache.
    if (isOver || state.events.loading !== 'ready' || state.session.isOffline) return;
    known = sharesOf(state);
    if (JSON.stringify(known) === JSON.stringify(before)) return;
    const mustClear = isReduced(before, known);
    if (mustClear) await clearCache();
    cacheSlice(token, NAME, known);
    // What the user may still see becomes available offline again.
    if (mustClear) await reloadShared();
  };
  const check = () => {
    work = work
      .then(compare)
      .catch((error) => console.info('What is no longer shared could not be cleared or fetched again', error));
  };
  check();
  const unsubscribe = store.subscribe(({ events }, before) => {
    if (events.loading === 'ready' && before.events.loading !== 'ready') check();
  });
  return () => {
    isOver = true;
    unsubscribe();
  };
}
