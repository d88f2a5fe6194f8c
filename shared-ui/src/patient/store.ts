import type { CareEvent, CarePlan, Notification, Profile, Result, Supporter } from 'mock-api/contract';
import { useDeferredValue } from 'react';
import { useStore as useVanilla } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SurveyKind } from '../contract/survey.ts';
import { emptySlices, type RemoteSlices, sliceMaker } from '../platform/store/slices.ts';
import {
  INITIAL_SESSION,
  reduceSession,
  type SessionEvent,
  type SessionSlice,
  type SessionState,
} from './session/state.ts';
import { initialSettings, type Settings } from './settings/settings.ts';

/** Fetch state of a list. */
export type Loading = 'idle' | 'loading' | 'ready' | 'failed';

/** State of a slice's last fetch. */
export interface Fetched {
  loading: Loading;
  /** Refresh and language it was fetched for (see freshness.ts); null before the first fetch. */
  stamp: string | null;
  /** When the server last sent it, or a part of it: milliseconds since 1970, or null. */
  fetchedAt: number | null;
  /** Whether the content is this phone's copy, shown while the server's answer is on its way. */
  isCopy?: boolean;
}

export interface AppSlice {
  /** Whether the demo story has begun for profile 1, and for profile 2. Absent until its code has loaded. */
  isInitialized: boolean;
  isInitialized2: boolean;
  isStoryDone: boolean;
  /** Number of refreshes requested. Components reload their data when it grows. */
  refresh: number;
}

/** A finished survey that has not been delivered yet, as far as screens need to know: never its answers. */
export interface UnsentSurvey {
  key: string;
  /** Id of the event that asked for it. */
  about: string;
  survey: SurveyKind;
  /** `sending`: no failure so far. `refused`: the recorder rejects it as it is; it is set aside. */
  state: 'waiting' | 'sending' | 'refused';
  /** Whether the browser has no storage: the survey would be lost with the page. */
  isInMemoryOnly: boolean;
}

export interface Store extends RemoteSlices {
  session: SessionSlice;
  settings: Settings;
  app: AppSlice;
  profiles: { list: Profile[] };
  /** Newest first, across all profiles. */
  events: { list: CareEvent[] } & Fetched;
  records: { results: Result[]; carePlans: CarePlan[] } & Fetched;
  supporters: { list: Supporter[] } & Fetched;
  notifications: { list: Notification[] };
  /** This person's unsent surveys, oldest first, and the events with a half-filled form. */
  delivery: { unsent: UnsentSurvey[]; drafts: string[] };
}

const notFetched: Fetched = { loading: 'idle', stamp: null, fetchedAt: null };

/** Returns the empty state of everything that belongs to a person and is cleared with their session. */
export const emptyPersonalData = (): Omit<Store, 'session' | 'settings'> => ({
  // The demo's story adds its flags, which are false without it.
  app: { refresh: 0 } as AppSlice,
  profiles: { list: [] },
  events: { list: [], ...notFetched },
  records: { results: [], carePlans: [], ...notFetched },
  supporters: { list: [], ...notFetched },
  notifications: { list: [] },
  delivery: { unsent: [], drafts: [] },
  slices: emptySlices(),
});

/** The store as this package sees it: its session is always in one of the known states. */
export interface State extends Store {
  session: SessionState;
}

/** The store shared by shell and remotes. */
export const store = createStore<State>(() => ({
  session: INITIAL_SESSION,
  settings: initialSettings(),
  ...emptyPersonalData(),
}));

/** The store as remotes see it: to read and subscribe to. It is changed by the actions of each slice. */
export const readableStore: Pick<StoreApi<Store>, 'getState' | 'subscribe'> = {
  getState: store.getState,
  subscribe: store.subscribe,
};

/**
 * Adds a remote's own slice to the store: typed, emptied by the platform when the session ends, and optionally kept
 * offline. Its name begins with the remote's: `pharmacy` or `pharmacy/refills`.
 */
export const defineSlice = sliceMaker(store);

/** Reads the store in a component, which re-renders when the selected value changes. */
export function useStore<T>(selector: (state: Store) => T): T {
  return useVanilla(store, selector);
}

/**
 * Reads the store for content that is slow to render: React renders a change in pieces, so the browser stays responsive
 * and the change shows a moment later. A change read by `useStore` is rendered in one go.
 */
export function useDeferredStore<T>(selector: (state: Store) => T): T {
  return useDeferredValue(useStore(selector));
}

/** Changes some fields of one slice. The session changes by events only. */
export function updateSlice<K extends Exclude<keyof Store, 'session'>>(slice: K, fields: Partial<Store[K]>): void {
  store.setState((state) => ({ [slice]: { ...state[slice], ...fields } }) as Pick<Store, K>);
}

/** Applies an event to the session, and changes other slices in the same step. */
export function dispatchSession(event: SessionEvent, slices: Partial<Omit<Store, 'session'>> = {}): void {
  store.setState(({ session }) => ({ ...slices, session: reduceSession(session, event) }));
}

/** Resolves once the store satisfies `isSatisfied`; immediately if it already does. */
export function waitFor(isSatisfied: (state: Store) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isSatisfied(store.getState())) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(check);
    check();
  });
}
