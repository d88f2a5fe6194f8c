import type { CareEvent, CarePlan, Me, Notification, Profile, Result, Supporter } from 'mock-api/contract';
import { useDeferredValue } from 'react';
import { useStore as useVanilla } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SurveyKind } from '../contract/survey.ts';
import { emptySlices, type RemoteSlices, sliceMaker } from '../platform/store/slices.ts';
import { initialSettings, type Settings } from './settings/settings.ts';

/** How far a list has come on its way from the server. */
export type Loading = 'idle' | 'loading' | 'ready' | 'failed';

/** What a slice knows about its last fetch. */
export interface Fetched {
  loading: Loading;
  /** Refresh and language that it was fetched for (see freshness.ts); null before the first fetch. */
  stamp: string | null;
  /** When the server last gave it, or a part of it: milliseconds since 1970, or null. */
  fetchedAt: number | null;
}

export interface SessionSlice {
  /** `unknown` until the saved token has been tried; `narrow` still needs its PIN. */
  status: 'unknown' | 'anonymous' | 'narrow' | 'full';
  me: Me | null;
  /** Whether the last call to the server did not get through. */
  isOffline: boolean;
  /** While `isOffline`: the hospital did answer, and said that it can't reach its data just now. */
  isHospitalOut?: boolean;
  /** When the server last confirmed the session: milliseconds since 1970, or null. */
  checkedAt: number | null;
  /** The server ended the session while the person was here; they did not sign out. Until the next sign-in. */
  hasRunOut: boolean;
}

export interface AppSlice {
  /** The demo story has begun for profile 1, and for profile 2. */
  isInitialized: boolean;
  isInitialized2: boolean;
  isStoryDone: boolean;
  /** Counts the refreshes asked for; who shows data loads it again when it grows. */
  refresh: number;
}

/** A finished survey that has not arrived yet, as far as screens need to know: never what was answered. */
export interface UnsentSurvey {
  key: string;
  /** Id of the event that asked for it. */
  about: string;
  survey: SurveyKind;
  /** `sending`: nothing has gone wrong so far. `refused`: the recorder will not take it as it is; it is kept aside. */
  state: 'waiting' | 'sending' | 'refused';
  /** The browser keeps nothing: it would be lost with the page. */
  isInMemoryOnly: boolean;
}

export interface Store extends RemoteSlices {
  session: SessionSlice;
  settings: Settings;
  app: AppSlice;
  profiles: { list: Profile[] };
  /** Newest first, over all profiles. */
  events: { list: CareEvent[] } & Fetched;
  records: { results: Result[]; carePlans: CarePlan[] } & Fetched;
  supporters: { list: Supporter[] } & Fetched;
  notifications: { list: Notification[] };
  /** What the shell has left to send for this person, oldest first, and events whose form is half filled in. */
  delivery: { unsent: UnsentSurvey[]; drafts: string[] };
}

const notFetched: Fetched = { loading: 'idle', stamp: null, fetchedAt: null };

/** What belongs to a person and goes when they do. */
export const emptyPersonalData = (): Omit<Store, 'session' | 'settings'> => ({
  app: { isInitialized: false, isInitialized2: false, isStoryDone: false, refresh: 0 },
  profiles: { list: [] },
  events: { list: [], ...notFetched },
  records: { results: [], carePlans: [], ...notFetched },
  supporters: { list: [], ...notFetched },
  notifications: { list: [] },
  delivery: { unsent: [], drafts: [] },
  slices: emptySlices(),
});

/** The one store that shell and remotes share. */
export const store = createStore<Store>(() => ({
  session: { status: 'unknown', me: null, isOffline: false, checkedAt: null, hasRunOut: false },
  settings: initialSettings(),
  ...emptyPersonalData(),
}));

/** The store as remotes have it: to read and to follow. What changes it are the actions beside each slice. */
export const readableStore: Pick<StoreApi<Store>, 'getState' | 'subscribe'> = {
  getState: store.getState,
  subscribe: store.subscribe,
};

/**
 * Adds a slice of a remote's own to the store: typed, emptied by the platform when the session ends, and kept offline if it
 * says so. Its name begins with the remote's: `pharmacy` or `pharmacy/refills`.
 */
export const defineSlice = sliceMaker(store);

/** Reads the store in a component, which renders again when the selected value changes. */
export function useStore<T>(selector: (state: Store) => T): T {
  return useVanilla(store, selector);
}

/**
 * Reads the store for content that takes long to draw: a change is drawn in pieces, between which the browser can do other
 * things, and shows a moment later. React draws what `useStore` gives in one go.
 */
export function useDeferredStore<T>(selector: (state: Store) => T): T {
  return useDeferredValue(useStore(selector));
}

/** Changes some fields of one slice. */
export function updateSlice<K extends keyof Store>(slice: K, fields: Partial<Store[K]>): void {
  store.setState((state) => ({ [slice]: { ...state[slice], ...fields } }) as Pick<Store, K>);
}

/** Resolves as soon as the store is as `isSo` says; at once where it is already. */
export function waitFor(isSo: (state: Store) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(store.getState())) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });
}
