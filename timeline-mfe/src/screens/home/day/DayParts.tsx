import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pill from 'lucide-react/icons/pill';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { Day } from 'mock-api/contract';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { Button, Card, cachedAt, formatMoment, Note, readThrough, SectionTitle, Soft, Stack, useText } from 'shared-ui';
import { appointmentsPath, OWN_PROFILE, recordPaths } from 'shared-ui/contract';
import {
  clockTimes,
  formatList,
  formatPlanned,
  hospitalTime,
  RecordSourceLine,
  useLiveLoad,
  useNow,
} from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import en from '../../../locales/day.en.json';
import { type Dose, dosesOf, isClock } from './doses.ts';

const words = defineCatalogue('timeline-mfe/day', en, (tag) => import(`../../../locales/day.${tag}.json`));

/** Fetches what a profile's day holds; offline, returns the last known response. @throws ApiFailure */
const fetchDay = (profileId: number) => readThrough<Day>(`v1/profiles/${profileId}/day`);

const Rows = styled(Card)`
  padding: 0;

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

const Row = styled(Link)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-3);
  padding: var(--space-3) var(--space-4);
  color: var(--ink);
  text-decoration: none;
  overflow-wrap: anywhere;

  > svg {
    color: var(--brand);
  }
  strong {
    display: block;
    font-weight: 640;
  }
  span {
    display: block;
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
  span[data-now] {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    color: var(--brand);
    font-weight: 640;
  }
  span[data-now]::after {
    flex: 1;
    border-block-start: 2px solid;
    content: '';
  }
  &:hover strong {
    text-decoration: underline;
  }
`;

interface Props {
  profileId: number;
  name: string;
  /** Shown until the day is fetched. */
  waiting: ReactNode;
}

/** The day of a profile, part by part, with its source and age. */
export default function DayParts({ profileId, name, waiting }: Props) {
  const t = useText(words);
  const titleId = useId();
  const changes = ['record.updated', 'share.updated'];
  const { value: day, error, isLoading, retry } = useLiveLoad(() => fetchDay(profileId), [profileId], changes);
  const copiedAt = day && cachedAt(day);
  const isOwn = profileId === OWN_PROFILE;
  if (!day && error === undefined) return waiting;
  return (
    <Stack as="section" $gap={8} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{isOwn ? t('mine') : t('theirs', { name })}</SectionTitle>
      {day?.source.note && <Note tone="warning">{day.source.note}</Note>}
      {day ? <Parts day={day} profileId={profileId} name={name} /> : <Failed isFetching={isLoading} retry={retry} />}
      {day && copiedAt !== undefined && (
        <Soft>{t('copy', { moment: formatMoment(new Date(copiedAt).toISOString()) })}</Soft>
      )}
      {day && <RecordSourceLine source={day.source} />}
    </Stack>
  );
}

function Failed({ isFetching, retry }: { isFetching: boolean; retry(): void }) {
  const t = useText(words);
  return (
    <Card>
      <p>{t('failed')}</p>
      <Button variant="plain" compact busy={isFetching} onClick={retry}>
        {t('again')}
      </Button>
    </Card>
  );
}

function Parts({ day, profileId, name }: { day: Day } & Omit<Props, 'waiting'>) {
  const t = useText(words);
  const { next, medications, careTeam, given } = day;
  const now = useNow();
  // What is hidden while records are being checked must not be called missing.
  const isChecked = day.source.note === undefined;
  return (
    <Rows>
      <ul>
        {next && (
          <Part
            title={t('appointments')}
            icon={<CalendarDays />}
            to={appointmentsPath(profileId)}
            lines={appointmentLines(next.appointments, now)}
            none={isChecked && t('noAppointments')}
          />
        )}
        {medications && (
          <Part
            title={t('medications')}
            icon={<Pill />}
            to={recordPaths.medications(profileId)}
            {...medicationLines(medications, given ?? [], now)}
            none={isChecked && t('noMedications')}
          />
        )}
        {careTeam && (
          <Part
            title={profileId === OWN_PROFILE ? t('careTeam') : t('theirCareTeam', { name })}
            icon={<Stethoscope />}
            to={recordPaths.careTeam(profileId)}
            lines={careTeamLines(careTeam)}
            none={isChecked && t('noCareTeam')}
          />
        )}
      </ul>
    </Rows>
  );
}

interface PartProps extends Lines {
  title: string;
  icon: ReactNode;
  to: string;
  /** Shown if there are no lines; false: nothing is. */
  none: string | false;
}

function Part({ title, icon, to, lines, now, none }: PartProps) {
  return (
    <li>
      <Row to={to}>
        {icon}
        <div>
          <strong>{title}</strong>
          {lines.map((line) => (
            <span key={line} data-now={line === now || undefined}>
              {line}
            </span>
          ))}
          {lines.length === 0 && none && <span>{none}</span>}
        </div>
        <ChevronRight />
      </Row>
    </li>
  );
}

type Medication = NonNullable<Day['medications']>[number];
type Appointment = NonNullable<Day['next']>['appointments'][number];
type Member = NonNullable<Day['careTeam']>[number];

/** Lines that a part of the day shows at most; its screen has all. */
const MAX_LINES = 3;
const MAX_PEOPLE = 2;
const MAX_APPOINTMENTS = 1;

/** Lines of a part, and the one among them that says what time it is. */
interface Lines {
  lines: string[];
  now?: string;
}

const LABELS = { given: 'given', 'not-given': 'notGiven', past: 'wasPlanned', next: 'next', later: 'times' } as const;

/** Returns a line for each time and state of today's doses, and how many of them are before now. */
function doseLines(doses: readonly Dose[], clock: string): { lines: string[]; before: number } {
  const groups = new Map<string, Dose[]>();
  for (const dose of doses) {
    const key = `${dose.clock} ${dose.state}`;
    groups.set(key, [...(groups.get(key) ?? []), dose]);
  }
  const lines = [...groups.values()].map((group) => {
    const [{ clock: time, state }] = group as [Dose];
    return words.text(LABELS[state], {
      time: clockTimes([time]).join(),
      names: formatList([...new Set(group.map(({ name }) => name))]),
    });
  });
  return { lines, before: [...groups.values()].filter(([dose]) => dose && dose.clock < clock).length };
}

/** Returns lines such as "with meals: Zinc", for times in words. */
function wordLines(medications: readonly Medication[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, times } of medications)
    for (const time of times.filter((one) => !isClock(one))) names.set(time, [...(names.get(time) ?? []), name]);
  return [...names].map(([time, named]) => words.text('times', { time, names: formatList([...new Set(named)]) }));
}

/**
 * Returns today's doses in the order of the day, those around now first if there are too many, with a line for now;
 * then those at times in words.
 * @param now milliseconds since 1970
 */
export function medicationLines(
  medications: readonly Medication[],
  given: NonNullable<Day['given']>,
  now: number,
): Lines {
  const clock = hospitalTime(now).slice(11);
  const { lines: timed, before } = doseLines(dosesOf(medications, given, now), clock);
  const inWords = wordLines(medications);
  const count = timed.length + inWords.length;
  const untimed = medications.filter(({ times }) => times.length === 0).length;
  const rest = untimed > 0 ? [words.text('untimed', { count: untimed })] : [];
  if (timed.length === 0 && count <= MAX_LINES) return { lines: [...inWords, ...rest] };
  const room = count > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
  const from = Math.max(0, Math.min(before - 1, count - room));
  const shown = [...timed, ...inWords].slice(from, from + room);
  const more = count > room ? [words.text('more', { count: count - room })] : rest;
  if (timed.length === 0) return { lines: [...shown, ...more] };
  const present = words.text('present', { time: clockTimes([clock]).join() });
  shown.splice(before - from, 0, present);
  return { lines: [...shown, ...more], now: present };
}

function appointmentLines(appointments: readonly Appointment[], now: number): string[] {
  const coming = appointments.filter(({ start, end }) => start === null || Date.parse(end ?? start) >= now);
  const shown = coming.slice(0, MAX_APPOINTMENTS);
  const lines = shown.flatMap(({ name, start, place, preparation }) => {
    const what = formatList([name, place]);
    const line = start === null ? what : words.text('appointment', { when: formatPlanned(start, now), name: what });
    return preparation === undefined ? [line] : [line, words.text('prepare', { text: preparation })];
  });
  const missing = coming.length - shown.length;
  return missing > 0 ? [...lines, words.text('more', { count: missing })] : lines;
}

const named = ({ name, role }: Member): string => {
  if (name === null) return role ?? '';
  return role === null ? name : words.text('role', { name, role });
};

/** Returns who looks after the person, each once, those of the running stay first. */
export function careTeamLines(people: readonly Member[]): string[] {
  const inOrder = [...people].sort((one, other) => +other.isNow - +one.isNow);
  const byName = new Map<string, Member>();
  for (const member of inOrder) {
    const key = member.name ?? named(member);
    if (key !== '' && !byName.has(key)) byName.set(key, member);
  }
  const shown = [...byName].slice(0, MAX_PEOPLE);
  const lines = shown.map(([name, member]) => (member.isNow ? words.text('now', { name }) : named(member)));
  const missing = byName.size - shown.length;
  return missing > 0 ? [...lines, words.text('more', { count: missing })] : lines;
}
