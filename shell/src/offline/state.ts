import { useSyncExternalStore } from 'react';

/** What the page knows about its own version and the storage space. */
interface OfflineState {
  /** Identity of what this page runs (see protocol.ts); null until it is known. */
  own: string | null;
  /** Identity of the newest completely downloaded revision. */
  newest: string | null;
  /** Identity of the revision whose banner the user closed. */
  closed: string | null;
  /** New pages already get another revision because the user asked for it; this page was not reloaded. */
  isBehind: boolean;
  /** Storage space for offline use; `read` once the user has closed the notice about it. */
  storage: 'enough' | 'none' | 'read';
}

let state: OfflineState = { own: null, newest: null, closed: null, isBehind: false, storage: 'enough' };
const listeners = new Set<() => void>();

export function setOffline(fields: Partial<OfflineState>): void {
  state = { ...state, ...fields };
  for (const listener of listeners) listener();
}

export const offlineState = () => state;

/** Reports a lack of storage. Every screen may hit it, so it is shown once per page only. */
export function reportStorageFull(): void {
  if (state.storage === 'enough') setOffline({ storage: 'none' });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOffline = () => useSyncExternalStore(subscribe, offlineState, offlineState);

/** Whether a revision other than this page's own is available and the user has not dismissed it. */
export const isUpdateOffered = ({ own, newest, closed }: OfflineState) =>
  own !== null && newest !== null && newest !== own && newest !== closed;
