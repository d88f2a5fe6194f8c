import ChevronRight from 'lucide-react/icons/chevron-right';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Clock from 'lucide-react/icons/clock';
import FlaskConical from 'lucide-react/icons/flask-conical';
import MapPin from 'lucide-react/icons/map-pin';
import type { Notification } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatTime, NextCard, paths, type Store, useStore, useText, VisuallyHidden } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { formatPlanned, HospitalHeading, HospitalText, hospitalDay, useHospitalText, useNow } from 'shared-ui/details';
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

const MINUTE_MS = 60_000;
/** How long a step is shown after its time: the person may still be waiting (ms). */
const WAIT_MS = 60 * MINUTE_MS;

const delayOf = ({ delay }: Notification) => (delay?.minutes ?? 0) * MINUTE_MS;

/** Returns how long ago a step was expected, its delay included (ms); undefined for one to come or without a time. */
function lateness(step: Notification, now: number): number | undefined {
  const late = step.at === undefined ? -1 : now - Date.parse(step.at) - delayOf(step);
  return late < 0 ? undefined : late;
}

/** Returns whether a step's time is over for so long that it no longer belongs on home. */
export const isOver = (step: Notification, now: number): boolean => (lateness(step, now) ?? 0) > WAIT_MS;

/** The time of a step. After a delay, the original is struck through next to the time that is expected now. */
function NextTime({ step, at, now }: { step: Notification; at: string; now: number }) {
  const t = useText(words);
  const planned = formatPlanned(at, now);
  if (!step.delay) return <>{planned}</>;
  const expected = new Date(Date.parse(at) + delayOf(step)).toISOString();
  const later = hospitalDay(expected) === hospitalDay(at) ? formatTime(expected) : formatPlanned(expected, now);
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

/**
 * What happens next, with place, time and any delay; after its time, what was planned. It opens the event, result or
 * care plan that it is about.
 */
export function NextStep({ step, eyebrow }: { step: Notification; eyebrow: string }) {
  const t = useText(words);
  const to = useStore((state) => pathOf(state, step));
  const now = useNow();
  const { title, content, place, at, delay, languages } = step;
  const titleMarks = useHospitalText(languages?.title);
  const isPast = lateness(step, now) !== undefined;
  const icons = (
    <Icons>
      {iconOf(step)}
      {to !== undefined && <ChevronRight />}
    </Icons>
  );
  const card = (
    <HospitalHeading lang={languages?.title ?? null}>
      <NextCard
        eyebrow={isPast ? t('home.wasPlanned') : eyebrow}
        title={title}
        text={content && <HospitalText lang={languages?.content ?? null}>{content}</HospitalText>}
        icon={icons}
      >
        {(place || at) && (
          <p>
            {place && <bdi>{place}</bdi>}
            {place && at && ' · '}
            {at && <NextTime step={step} at={at} now={now} />}
          </p>
        )}
        {delay && <Late>{t('home.delay', { count: delay.minutes, reason: delay.reason })}</Late>}
        {isPast && step.profileId === OWN_PROFILE && <p>{t('home.stillWaiting')}</p>}
      </NextCard>
    </HospitalHeading>
  );
  if (to === undefined) return card;
  return (
    <Openable>
      {card}
      <Link to={to} aria-label={title} {...titleMarks} />
    </Openable>
  );
}

/** Returns the newest step of the user, unless it is over. */
export function useOwnNext(): Notification | undefined {
  const next = useStore(({ notifications }) => notifications.list.find(isOwnNext));
  const now = useNow();
  return next && !isOver(next, now) ? next : undefined;
}

/** "What happens next" for the user: the newest step; renders nothing without one, or when its time is over. */
export function NextUp() {
  const t = useText(words);
  const next = useOwnNext();
  if (!next) return null;
  return (
    <Spaced>
      <NextStep step={next} eyebrow={t('home.next')} />
    </Spaced>
  );
}
