import { useEffect } from 'react';
import { store } from './store.ts';

/** Keeps the data of a screen fetched while it is open, across refreshes and changes of language. */
export function useEnsureLoaded(ensure: () => Promise<void>): void {
  useEffect(() => {
    const check = () => void ensure();
    check();
    return store.subscribe(check);
  }, [ensure]);
}
