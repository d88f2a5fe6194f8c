import { useRef, useState } from 'react';
import {
  type CareEvent,
  EmptyState,
  EVENT_TYPE,
  ensureTimeline,
  FetchedContent,
  LiveRegion,
  loadTimeline,
  Page,
  SectionTitle,
  Stack,
  useFresh,
  useStore,
  useText,
} from 'shared-ui';
import { EventItem } from '../../parts/EventItem.tsx';
import { useNow } from '../../parts/useNow.ts';
import { words } from '../../words.ts';
import { greetingFor } from './greeting.ts';
import { NextUp, OtherNotifications } from './Notifications.tsx';
import { SupporterRequest } from './SupporterRequest.tsx';

/** The profile whose day the home screen shows: the user's own. */
const OWN_PROFILE = 1;

const belongsHere = (event: CareEvent) => event.profileId === OWN_PROFILE && !event.previousStay;

/** Home: a greeting, what happens next, notifications, and the events of this stay, newest first. */
export function HomeScreen() {
  const t = useText(words);
  const now = useNow();
  const name = useStore(({ session }) => session.me?.firstName ?? '');
  useFresh(ensureTimeline);
  return (
    <Page title={t(`greeting.${greetingFor(new Date(now).getHours())}`, { name })}>
      <NextUp />
      <OtherNotifications />
      <CurrentEvents now={now} />
    </Page>
  );
}

function CurrentEvents({ now }: { now: number }) {
  const t = useText(words);
  const { list, loading } = useStore((state) => state.events);
  const events = list.filter(belongsHere);
  const place = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const onAccepted = (name: string) => {
    setSaid(t('request.accepted', { name }));
    // The card that had the focus is gone.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={place} tabIndex={-1} aria-label={t('home.events')}>
      <LiveRegion message={said} />
      <FetchedContent
        loading={loading}
        isEmpty={events.length === 0}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={<EmptyState title={t('home.empty')} text={t('home.emptyText')} />}
      >
        <SectionTitle>{t('home.events')}</SectionTitle>
        <Stack as="ul">
          {events.map((event) => (
            <li key={event.id}>
              {event.type === EVENT_TYPE.SUPPORTER_REQUEST ? (
                <SupporterRequest event={event} now={now} onAccepted={() => onAccepted(event.name)} />
              ) : (
                <EventItem event={event} now={now} />
              )}
            </li>
          ))}
        </Stack>
      </FetchedContent>
    </section>
  );
}
