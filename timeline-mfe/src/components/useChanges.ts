import { useEffect, useState } from 'react';

/** How the host says on `window` that something has changed (docs/add-a-remote.md). */
const CHANGE_EVENT = 'lodestar:change';

/** Counts the changes of a kind, such as `request.updated`, that came while the screen is open. */
export function useChanges(kind: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const hear = (event: Event) => {
      if ((event as CustomEvent<{ kind: string }>).detail.kind === kind) setCount((before) => before + 1);
    };
    window.addEventListener(CHANGE_EVENT, hear);
    return () => window.removeEventListener(CHANGE_EVENT, hear);
  }, [kind]);
  return count;
}
