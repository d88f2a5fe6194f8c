import { useCallback, useEffect, useState } from 'react';
import type { Loading } from 'shared-ui';
import type { CarePlan } from 'shared-ui/api';
import { fetchCarePlans } from '../../api/care-plans.ts';

interface Fetched {
  plans: CarePlan[];
  loading: Loading;
}

/** The person's care plans, fetched when the screen opens and whenever `load` is called. */
export function useCarePlans(): Fetched & { load(): Promise<void> } {
  const [fetched, setFetched] = useState<Fetched>({ plans: [], loading: 'loading' });
  const load = useCallback(async () => {
    setFetched(({ plans }) => ({ plans, loading: 'loading' }));
    try {
      setFetched({ plans: await fetchCarePlans(), loading: 'ready' });
    } catch {
      setFetched(({ plans }) => ({ plans, loading: 'failed' }));
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { ...fetched, load };
}
