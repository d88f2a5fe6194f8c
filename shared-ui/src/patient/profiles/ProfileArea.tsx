import { Navigate, Outlet, useParams } from 'react-router-dom';
import { OWN_PROFILE } from '../../contract/events.ts';
import { paths } from '../../contract/paths.ts';
import { ensureTimeline } from '../events/events.ts';
import { useEnsureLoaded } from '../freshness.ts';
import { useStore } from '../store.ts';

export interface ShownProfile {
  id: number;
  isOwn: boolean;
  /** Empty until the profiles are fetched. */
  firstName: string;
}

/** Returns the profile that the path names (below `/profile/:profileId`). */
export function useProfile(): ShownProfile {
  const id = Number(useParams().profileId);
  const firstName = useStore(({ profiles }) => profiles.list.find((profile) => profile.id === id)?.data.firstName);
  return { id, isOwn: id === OWN_PROFILE, firstName: firstName ?? '' };
}

/** Layout of the routes below `/profile/:profileId`. Redirects home if the profile does not exist. */
export function ProfileArea() {
  const { id } = useProfile();
  const isUnknown = useStore(
    ({ events, profiles }) => events.loading === 'ready' && !profiles.list.some((profile) => profile.id === id),
  );
  useEnsureLoaded(ensureTimeline);
  return isUnknown ? <Navigate to={paths.app.root} replace /> : <Outlet />;
}
