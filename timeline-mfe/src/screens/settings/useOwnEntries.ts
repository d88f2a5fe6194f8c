import { useRef, useState } from 'react';
import { useLoad, useLocale } from 'shared-ui';

/**
 * What the server keeps of this person's devices, and what has been added and removed here since.
 * @param fetchEntries asked again in another language: the server words the devices
 */
export function useOwnEntries<Entry extends { id: string }>(fetchEntries: () => Promise<Entry[]>) {
  const title = useRef<HTMLHeadingElement>(null);
  const { state, value = [], retry } = useLoad(fetchEntries, [useLocale()]);
  const [added, setAdded] = useState<Entry[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const known = new Set(value.map(({ id }) => id));
  return {
    title,
    state,
    retry,
    entries: [...value, ...added.filter(({ id }) => !known.has(id))].filter(({ id }) => !removed.has(id)),
    add: (entry: Entry) => setAdded([...added, entry]),
    remove: ({ id }: Entry) => {
      setRemoved(new Set([...removed, id]));
      // The button that had the focus is gone.
      title.current?.focus({ preventScroll: true });
    },
  };
}

export type OwnEntries<Entry extends { id: string }> = ReturnType<typeof useOwnEntries<Entry>>;
