import { useEffect, useState } from 'react';

/** Name of the event that the host dispatches on `window` when data has changed (docs/add-a-remote.md). */
const CHANGE_EVENT = 'lodestar:change';

const always = () => true;

/**
 * Counts the changes of a kind, such as `request.updated`, since the screen was opened.
 * @param counts whether a change of the thing with this id counts; must keep its identity
 */
export function useChanges(kind: string, counts: (id: string | undefined) => boolean = always): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const onChange = (event: Event) => {
      const { detail } = event as CustomEvent<{ kind: string; id?: string }>;
      if (detail.kind === kind && counts(detail.id)) setCount((before) => before + 1);
    };
    window.addEventListener(CHANGE_EVENT, onChange);
    return () => window.removeEventListener(CHANGE_EVENT, onChange);
  }, [kind, counts]);
  return count;
}
