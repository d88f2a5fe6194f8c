import { useRef, useState } from 'react';
import { useLoad, useLocale } from 'shared-ui';

/**
 * Returns the user's entries from the server, plus local additions and removals since.
 * @param fetchEntries called again when the language changes, because the server words the devices
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
      // The focused button has been removed.
      title.current?.focus({ preventScroll: true });
    },
  };
}

export type OwnEntries<Entry extends { id: string }> = ReturnType<typeof useOwnEntries<Entry>>;
