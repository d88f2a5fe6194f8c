import type { CareEvent } from 'mock-api/contract';
import { useMemo, useRef, useState } from 'react';
import {
  EmptyState,
  ensureTimeline,
  FetchedContent,
  FocusReturn,
  LiveRegion,
  loadTimeline,
  Note,
  Page,
  signedInUser,
  useEnsureLoaded,
  useStore,
  useText,
} from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { DeletionToast, useDeletion } from '../../components/list/deletion/useDeletion.tsx';
import { EventGroups } from '../../components/list/EventGroups.tsx';
import { useNow } from '../../components/time.ts';
import { PushOfferLater } from '../../push/PushOfferLater.tsx';
import { words } from '../../words.ts';
import { HomeLinks, RequestLinks } from './HomeLinks.tsx';
import { NextUp, OtherNotifications, Spaced } from './Notifications.tsx';

/** Returns the greeting for an hour of the day (0 to 23): evening from 18 until 5, morning until 12. */
export function greetingFor(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}

const isOnHome = (event: CareEvent) => event.profileId === OWN_PROFILE && !event.previousStay;

/** Home: a greeting, what happens next, notifications, and the events of this stay, newest first. */
export function HomeScreen() {
  const t = useText(words);
  const now = useNow();
  const name = useStore(({ session }) => session.me?.firstName ?? '');
  useEnsureLoaded(ensureTimeline);
  return (
    <Page title={t(`greeting.${greetingFor(new Date(now).getHours())}`, { name })}>
      <ProfessionalNote />
      <NextUp />
      <OtherNotifications />
      <HomeLinks />
      <CurrentEvents />
      <RequestLinks profileId={OWN_PROFILE} />
      <PushOfferLater />
    </Page>
  );
}

/** Roles of users who aren't patients: the stay they see is the demo's. */
const WORK_ROLES: readonly string[] = ['professional', 'staff'];

/** Tells users who work in a hospital that they see what a patient would see; renders nothing for anyone else. */
function ProfessionalNote() {
  const t = useText(words);
  const isHospitalWorker = useStore((state) => WORK_ROLES.includes(signedInUser(state)?.roleType ?? ''));
  if (!isHospitalWorker) return null;
  return (
    <Spaced>
      <Note title={t('home.professional')}>
        <p>{t('home.professionalText')}</p>
      </Note>
    </Spaced>
  );
}

function CurrentEvents() {
  const t = useText(words);
  const { list, loading } = useStore((state) => state.events);
  const events = useMemo(() => list.filter(isOnHome), [list]);
  const deletion = useDeletion();
  const place = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const onAccepted = ({ name }: CareEvent) => {
    setAnnouncement(t('request.accepted', { name }));
    // The focused card has been removed.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={place} tabIndex={-1} aria-label={t('home.events')}>
      <LiveRegion message={announcement} />
      <FetchedContent
        loading={loading}
        isEmpty={events.length === 0}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={<EmptyState title={t('home.empty')} text={t('home.emptyText')} />}
      >
        <FocusReturn>
          <EventGroups groups={[{ title: t('home.events'), events }]} deletion={deletion} onAccepted={onAccepted} />
        </FocusReturn>
      </FetchedContent>
      <DeletionToast deletion={deletion} />
    </section>
  );
}
