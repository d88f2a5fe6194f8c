import type { Supporter } from 'mock-api/contract';
import { ensureSupporters, type Loading, useEnsureLoaded, useProfile, useStore } from 'shared-ui';

interface Supporters {
  profile: ReturnType<typeof useProfile>;
  supporters: Supporter[];
  loading: Loading;
}

/** Returns the open profile and its supporters, which are fetched again when stale. */
export function useSupporters(): Supporters {
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.supporters);
  useEnsureLoaded(ensureSupporters);
  return { profile, supporters: list.filter(({ profileId }) => profileId === profile.id), loading };
}
