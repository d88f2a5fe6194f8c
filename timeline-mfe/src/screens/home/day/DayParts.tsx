import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pill from 'lucide-react/icons/pill';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { Day } from 'mock-api/contract';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  Button,
  Card,
  cachedAt,
  defineWords,
  formatDate,
  formatMoment,
  formatTime,
  Note,
  paths,
  readThrough,
  SectionTitle,
  Soft,
  Stack,
  useLoad,
  useLocale,
  useStore,
  useText,
} from 'shared-ui';
import { OWN_PROFILE, recordPaths } from 'shared-ui/contract';
import { clockTimes, RecordSourceLine, useChange } from 'shared-ui/details';
import { styled } from 'styled-components';
import en from '../../../locales/day.en.json';
import fr from '../../../locales/day.fr.json';

const words = defineWords('timeline-day', { en, fr });

/** Fetches what a profile's day holds; offline, returns the last known response. @throws ApiFailure */
const fetchDay = (profileId: number) => readThrough<Day>(`v1/profiles/${profileId}/day`);

interface ShownDay {
  /** Undefined until it is fetched; kept while it is fetched again, and if that fails. */
  day: Day | undefined;
  /** When the server sent it (ms since 1970), if it is a copy because the server can't be reached. */
  copiedAt: number | undefined;
  /** Whether it could not be fetched, until it is. */
  hasFailed: boolean;
  isFetching: boolean;
  retry(): void;
}

/** Fetches a profile's day, again after a refresh, in another language and when the hospital changes something. */
function useDay(profileId: number): ShownDay {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  useChange('record.updated', onChange);
  useChange('share.updated', onChange);
  const { value, state, retry } = useLoad(() => fetchDay(profileId), [profileId, locale, refresh, changes]);
  const request = `${profileId} ${locale}`;
  const [known, setKnown] = useState<{ request: string; day: Day }>();
  if (value && known?.day !== value) setKnown({ request, day: value });
  const [hasFailed, setFailed] = useState(false);
  if (state !== 'loading' && hasFailed !== (state === 'failed')) setFailed(state === 'failed');
  const day = value ?? (known?.request === request ? known.day : undefined);
  return { day, copiedAt: day && cachedAt(day), hasFailed, isFetching: state === 'loading', retry };
}

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
  const { day, copiedAt, hasFailed, isFetching, retry } = useDay(profileId);
  const isOwn = profileId === OWN_PROFILE;
  if (!day && !hasFailed) return waiting;
  return (
    <Stack as="section" $gap={8} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{isOwn ? t('mine') : t('theirs', { name })}</SectionTitle>
      {day?.source.note && <Note tone="warning">{day.source.note}</Note>}
      {day ? <Parts day={day} profileId={profileId} name={name} /> : <Failed isFetching={isFetching} retry={retry} />}
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
  const { next, medications, careTeam } = day;
  // What is hidden while records are being checked must not be called missing.
  const isChecked = day.source.note === undefined;
  return (
    <Rows>
      <ul>
        {next && (
          <Part
            title={t('appointments')}
            icon={<CalendarDays />}
            to={appointmentsPath(profileId, next.appointments)}
            lines={appointmentLines(next.appointments)}
            none={isChecked && t('noAppointments')}
          />
        )}
        {medications && (
          <Part
            title={t('medications')}
            icon={<Pill />}
            to={recordPaths.medications(profileId)}
            lines={medicationLines(medications)}
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

interface PartProps {
  title: string;
  icon: ReactNode;
  to: string;
  lines: string[];
  /** Shown if there are no lines; false: nothing is. */
  none: string | false;
}

function Part({ title, icon, to, lines, none }: PartProps) {
  return (
    <li>
      <Row to={to}>
        {icon}
        <div>
          <strong>{title}</strong>
          {lines.map((line) => (
            <span key={line}>{line}</span>
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

/** Returns lines such as "8:00 a.m.: Metoprolol, Iron", in the order of the day; times in words come last. */
export function medicationLines(medications: readonly Medication[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, times } of medications)
    for (const time of times) names.set(time, [...(names.get(time) ?? []), name]);
  const timed = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = timed.map(([time, named]) =>
    words.text('times', { time: clockTimes([time]).join(), names: [...new Set(named)].join(', ') }),
  );
  const untimed = medications.filter(({ times }) => times.length === 0).length;
  if (lines.length > MAX_LINES) {
    const shown = lines.slice(0, MAX_LINES - 1);
    return [...shown, words.text('more', { count: lines.length - shown.length })];
  }
  return untimed > 0 ? [...lines, words.text('untimed', { count: untimed })] : lines;
}

function whenOf(start: string): string {
  const moment = formatMoment(start);
  return moment === formatDate(start) ? words.text('later', { day: moment, time: formatTime(start) }) : moment;
}

function appointmentLines(appointments: readonly Appointment[]): string[] {
  const shown = appointments.slice(0, MAX_APPOINTMENTS);
  const lines = shown.map(({ name, start, place }) => {
    const what = [name, place].filter(Boolean).join(', ');
    return start === null ? what : words.text('appointment', { when: whenOf(start), name: what });
  });
  const missing = appointments.length - shown.length;
  return missing > 0 ? [...lines, words.text('more', { count: missing })] : lines;
}

/** Returns where a person reads more: the event of a single appointment, else the list of events. */
function appointmentsPath(profileId: number, appointments: readonly Appointment[]): string {
  const [only, other] = appointments;
  const eventId = other === undefined ? only?.eventId : undefined;
  return eventId ? paths.profile.event(profileId, eventId) : paths.profile.events(profileId);
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
