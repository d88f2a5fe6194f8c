import { useEffect, useState } from 'react';

/** Name of the event that the host dispatches on `window` when data has changed (docs/add-a-remote.md). */
const CHANGE_EVENT = 'lodestar:change';

/** Counts the changes of a kind, such as `request.updated`, since the screen was opened. */
export function useChanges(kind: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const onChange = (event: Event) => {
      if ((event as CustomEvent<{ kind: string }>).detail.kind === kind) setCount((before) => before + 1);
    };
    window.addEventListener(CHANGE_EVENT, onChange);
    return () => window.removeEventListener(CHANGE_EVENT, onChange);
  }, [kind]);
  return count;
}
