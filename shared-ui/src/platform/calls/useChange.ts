import { useEffect, useRef } from 'react';
import { subscribe } from '../bus/bus.ts';

/**
 * Calls `onChange` with the id of what changed on the server, for each change of a kind such as `request.updated`
 * while the component is mounted.
 */
export function useChange(kind: string, onChange: (id: string) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(
    () =>
      subscribe('change@1', (change) => {
        if (change.kind === kind) latest.current(change.id ?? '');
      }),
    [kind],
  );
}
