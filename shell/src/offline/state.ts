import { useSyncExternalStore } from 'react';

/** What the page knows about its own version and about room on the phone. */
export interface OfflineState {
  /** Identity of what this page runs (see protocol.ts); null until it is known. */
  own: string | null;
  /** Identity of the newest revision that lies on the phone, whole. */
  newest: string | null;
  /** The person has closed the banner for this one. */
  closed: string | null;
  /** New pages get another revision by now, because the user asked for it; this page stayed as it was. */
  isBehind: boolean;
  /** Whether the browser gives room for what offline use needs; `read` once the person has closed what is said about it. */
  room: 'enough' | 'none' | 'read';
}

let state: OfflineState = { own: null, newest: null, closed: null, isBehind: false, room: 'enough' };
const listeners = new Set<() => void>();

/** Changes some fields and tells the components that show them. */
export function setOffline(fields: Partial<OfflineState>): void {
  state = { ...state, ...fields };
  for (const listener of listeners) listener();
}

export const offlineState = () => state;

/** Something could not be kept. Every screen may try again, so that it is said once a page only. */
export function sayNoRoom(): void {
  if (state.room === 'enough') setOffline({ room: 'none' });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the state in a component. */
export const useOffline = () => useSyncExternalStore(subscribe, offlineState);

/** A revision other than this page's own waits, and the person has not put it off. */
export const isUpdateOffered = ({ own, newest, closed }: OfflineState) =>
  own !== null && newest !== null && newest !== own && newest !== closed;
