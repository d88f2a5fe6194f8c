import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { cacheSlice, readCachedSlice } from '../http/offline-cache.ts';
import { savedToken } from '../http/token.ts';

/** The part of the store with slices added by remotes: name of a slice -> its fields. */
export interface RemoteSlices {
  slices: Record<string, object>;
}

/** Options for a remote's own slice. */
export interface SliceOptions<T> {
  /** Initial fields. The slice is reset to them when a session ends. */
  initial: T;
  /** Whether the fields survive a reload of the page, encrypted, until the session ends. Off by default. */
  keepOffline?: boolean;
}

/** A remote's own slice of the shared store. */
export interface Slice<T extends object> {
  get(): T;
  update(fields: Partial<T>): void;
  /** Reads the slice in a component, which re-renders when the selected value changes. */
  use<Part>(selector: (fields: T) => Part): Part;
  /** Resolves when fields cached offline by an earlier visit, if any, are restored. */
  restored: Promise<void>;
}

const initials = new Map<string, object>();

/** Returns every slice that a remote has added, with its initial fields. */
export const emptySlices = (): Record<string, object> => Object.fromEntries(initials);

const cacheName = (name: string) => `slice/${name}`;

/**
 * Returns the function by which remotes add slices to `store`. The platform empties every slice at the end of a
 * session. A slice that was added before (by another version of the same remote) keeps its fields.
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
      const cached = await readCachedSlice<T>(savedToken(), cacheName(name));
      // Changes made meanwhile are newer than what an earlier page has cached.
      if (cached && get() === untouched) put({ ...initial, ...cached });
    };
    const untouched = get();
    return {
      get,
      update(fields) {
        put({ ...get(), ...fields });
        if (keepOffline) cacheSlice(savedToken(), cacheName(name), get());
      },
      use: (selector) => useStore(store, () => selector(get())),
      restored: keepOffline ? restore() : Promise.resolve(),
    };
  };
}
