import EyeOff from 'lucide-react/icons/eye-off';
import type { SupporterPermissions } from 'mock-api/contract';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useParams } from 'react-router-dom';
import { OWN_PROFILE } from '../../contract/events.ts';
import { paths } from '../../contract/routes/paths.ts';
import { OPENS } from '../../contract/sharing.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { EmptyState, LinkButton, LiveRegion } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { ensureTimeline } from '../events/events.ts';
import { useEnsureLoaded } from '../freshness.ts';
import { useStore } from '../store.ts';
import { PanelScreen } from './PanelScreen.tsx';

interface ShownProfile {
  id: number;
  isOwn: boolean;
  /** Empty until the profiles are fetched. */
  firstName: string;
  /** What a patient shares with the user; absent for the user's own profile. */
  permissions?: SupporterPermissions;
  /** Whether the user may ask the hospital about this person. */
  mayAsk: boolean;
}

/** Returns the profile that the path names (below `/profile/:profileId`). */
export function useProfile(): ShownProfile {
  const id = Number(useParams().profileId);
  const profile = useStore(({ profiles }) => profiles.list.find((known) => known.id === id));
  const permissions = profile?.permissions;
  return {
    id,
    isOwn: id === OWN_PROFILE,
    firstName: profile?.data.firstName ?? '',
    mayAsk: !permissions || OPENS.feedback(permissions),
    ...(permissions && { permissions }),
  };
}

/** Returns the first name of the patient who shared the open profile during this visit, even if they no longer do. */
function useSharedBy({ id, firstName, permissions }: ShownProfile): string | undefined {
  const [last, setLast] = useState({ id: 0, firstName: '' });
  if (permissions && (last.id !== id || last.firstName !== firstName)) setLast({ id, firstName });
  return last.id === id ? last.firstName : undefined;
}

/**
 * Layout of the routes below `/profile/:profileId`. Shows a message if the user no longer supports the patient. Redirects
 * home if the profile does not exist.
 */
export function ProfileArea() {
  const profile = useProfile();
  const sharedBy = useSharedBy(profile);
  const isUnknown = useStore(
    ({ events, profiles }) => events.loading === 'ready' && !profiles.list.some(({ id }) => id === profile.id),
  );
  useEnsureLoaded(ensureTimeline);
  if (!isUnknown) return <Outlet />;
  if (sharedBy === undefined) return <Navigate to={paths.app.root} replace />;
  return (
    <PanelScreen title={sharedBy}>
      <SupportEnded name={sharedBy} />
    </PanelScreen>
  );
}

/** Shown to a supporter instead of a patient whom they no longer support, whoever has ended it. */
function SupportEnded({ name }: { name: string }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  // The focused element was removed.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const title = t('notShared.over', { name });
  return (
    <div ref={place} tabIndex={-1}>
      <LiveRegion message={title} />
      <EmptyState title={title} text={t('notShared.overText')} icon={<EyeOff />}>
        <LinkButton to={paths.app.root}>{t('notShared.home')}</LinkButton>
      </EmptyState>
    </div>
  );
}
