import { ensureSupporters, useEnsureLoaded, useProfile, useStore } from 'shared-ui';

/** The profile whose pages are open and who follows it; they are asked for anew when it is time. */
export function useSupporters() {
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.supporters);
  useEnsureLoaded(ensureSupporters);
  return { profile, supporters: list.filter(({ profileId }) => profileId === profile.id), loading };
}
