import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { cacheSlice, readCachedSlice } from '../http/offline-cache.ts';
import { savedToken } from '../http/token.ts';

/** The part of the store that holds what remotes have added: name of a slice -> its fields. */
export interface RemoteSlices {
  slices: Record<string, object>;
}

/** How a remote declares a slice of its own. */
export interface SliceOptions<T> {
  /** The fields while nothing is known of the person; the slice returns to it when a session ends. */
  initial: T;
  /** Whether the fields outlive a reload of the page, encrypted, until the session ends. Off by default. */
  keepOffline?: boolean;
}

/** One remote's own piece of the shared store. */
export interface Slice<T extends object> {
  get(): T;
  /** Changes some fields. */
  update(fields: Partial<T>): void;
  /** Reads the slice in a component, which renders again when the selected value changes. */
  use<Part>(selector: (fields: T) => Part): Part;
  /** Resolves when fields of an earlier visit, if any were kept offline, are back. */
  restored: Promise<void>;
}

const initials = new Map<string, object>();

/** Every slice that a remote has added, as it is for a person of whom nothing is known. */
export const emptySlices = (): Record<string, object> => Object.fromEntries(initials);

/** Where a slice lies among what the session keeps offline. */
const keptAs = (name: string) => `slice/${name}`;

/**
 * Returns the function by which remotes add slices to `store`. The platform empties every slice at the end of a session;
 * one that was added before (by another version of the same remote) goes on with the fields that it has.
 */
export function sliceMaker(store: StoreApi<RemoteSlices>) {
  return function defineSlice<T extends object>(
    name: string,
    { initial, keepOffline = false }: SliceOptions<T>,
  ): Slice<T> {
    initials.set(name, initial);
    const put = (fields: T) => store.setState(({ slices }) => ({ slices: { ...slices, [name]: fields } }));
    const read = ({ slices }: RemoteSlices): T => ({ ...initial, ...slices[name] });
    const get = (): T => (store.getState().slices[name] as T | undefined) ?? initial;
    put(read(store.getState()));
    const restore = async () => {
      const kept = await readCachedSlice<T>(savedToken(), keptAs(name));
      // What was changed meanwhile is newer than what an earlier page has kept.
      if (kept && get() === untouched) put({ ...initial, ...kept });
    };
    const untouched = get();
    return {
      get,
      update(fields) {
        put({ ...get(), ...fields });
        if (keepOffline) cacheSlice(savedToken(), keptAs(name), get());
      },
      use: (selector) => useStore(store, () => selector(get())),
      restored: keepOffline ? restore() : Promise.resolve(),
    };
  };
}
