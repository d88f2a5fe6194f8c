import ChevronRight from 'lucide-react/icons/chevron-right';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Clock from 'lucide-react/icons/clock';
import FlaskConical from 'lucide-react/icons/flask-conical';
import MapPin from 'lucide-react/icons/map-pin';
import type { Notification } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  formatDate,
  formatMoment,
  formatTime,
  NextCard,
  paths,
  type Store,
  useStore,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { eventPath } from '../../components/EventItem.tsx';
import { words } from '../../words.ts';

/** Content above the events, with a bottom margin. */
export const Spaced = styled.div`
  margin-block-end: var(--space-3);
`;

const Late = styled.p`
  font-weight: 650;
`;

/* A link over the whole card: its name is the card's title. */
const Openable = styled.div`
  position: relative;
  max-inline-size: var(--card-max);

  > a {
    position: absolute;
    inset: 0;
    border-radius: var(--radius-l);
  }
  > a:hover {
    background: color-mix(in srgb, var(--on-night) 8%, transparent);
  }
`;

const Icons = styled.span`
  display: flex;
  align-items: center;
  gap: var(--space-2);
`;

export const isOwnNext = ({ kind, profileId }: Notification) => kind === 'next-step' && profileId === OWN_PROFILE;

/** Formats a time today as the time, any other day as date and time. */
function formatNextTime(at: string): string {
  const moment = formatMoment(at);
  return moment === formatDate(at) ? `${moment}, ${formatTime(at)}` : moment;
}

const MINUTE_MS = 60_000;

/** The time of a step. After a delay, the original is struck through next to the time that is expected now. */
function NextTime({ at, delay }: { at: string; delay: Notification['delay'] }) {
  const t = useText(words);
  const planned = formatNextTime(at);
  if (!delay) return <>{planned}</>;
  const expected = new Date(Date.parse(at) + delay.minutes * MINUTE_MS);
  const isSameDay = expected.toDateString() === new Date(at).toDateString();
  const later = isSameDay ? formatTime(expected.toISOString()) : formatNextTime(expected.toISOString());
  return (
    <>
      <span aria-hidden="true">
        <s>{planned}</s> {t('home.about', { time: later })}
      </span>
      <VisuallyHidden>{t('home.wasNow', { planned, later })}</VisuallyHidden>
    </>
  );
}

/** A clock if the time is known, else a map pin if the place is, else the icon of what the step opens. */
function iconOf({ at, place, about, icon }: Notification): ReactNode {
  if (at !== undefined) return <Clock />;
  if (place !== undefined) return <MapPin />;
  if (about?.type === 'care-plan') return <ClipboardList />;
  if (about?.type === 'result') return <FlaskConical />;
  return icon === 'map-pin' ? <MapPin /> : undefined;
}

/** Returns the path of what a step is about, or undefined if it is about nothing or its event was deleted. */
function pathOf({ events }: Store, { about, profileId }: Notification): string | undefined {
  if (about?.type === 'result') return paths.profile.result(profileId, about.id);
  if (about?.type === 'care-plan') return paths.profile.carePlan(profileId, about.id);
  const event = about && events.list.find(({ id }) => id === about.id);
  return event && eventPath(event);
}

/** What happens next, with place, time and any delay. It opens the event, result or care plan that it is about. */
export function NextStep({ step, eyebrow }: { step: Notification; eyebrow: string }) {
  const t = useText(words);
  const to = useStore((state) => pathOf(state, step));
  const { title, content, place, at, delay } = step;
  const icons = (
    <Icons>
      {iconOf(step)}
      {to !== undefined && <ChevronRight />}
    </Icons>
  );
  const card = (
    <NextCard eyebrow={eyebrow} title={title} text={content} icon={icons}>
      {(place || at) && (
        <p>
          {place}
          {place && at && ' · '}
          {at && <NextTime at={at} delay={delay} />}
        </p>
      )}
      {delay && <Late>{t('home.delay', { count: delay.minutes, reason: delay.reason })}</Late>}
    </NextCard>
  );
  if (to === undefined) return card;
  return (
    <Openable>
      {card}
      <Link to={to} aria-label={title} />
    </Openable>
  );
}

/** "What happens next" for the user: the newest step; renders nothing without one. */
export function NextUp() {
  const t = useText(words);
  const next = useStore(({ notifications }) => notifications.list.find(isOwnNext));
  if (!next) return null;
  return (
    <Spaced>
      <NextStep step={next} eyebrow={t('home.next')} />
    </Spaced>
  );
}
