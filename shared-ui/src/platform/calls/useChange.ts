import { useEffect, useRef } from 'react';

/** Name of the event that the host dispatches on `window` when data has changed (docs/add-a-remote.md). */
const CHANGE_EVENT = 'lodestar:change';

/**
 * Calls `onChange` with the id of what changed on the server, for each change of a kind such as `request.updated`
 * while the component is mounted.
 */
export function useChange(kind: string, onChange: (id: string) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const listen = (event: Event) => {
      const { detail } = event as CustomEvent<{ kind: string; id?: string }>;
      if (detail.kind === kind) latest.current(detail.id ?? '');
    };
    window.addEventListener(CHANGE_EVENT, listen);
    return () => window.removeEventListener(CHANGE_EVENT, listen);
  }, [kind]);
}
