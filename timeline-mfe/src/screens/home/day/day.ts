import type { Day } from 'mock-api/contract';
import { defineWords, formatDate, formatMoment, formatTime, paths } from 'shared-ui';
import { clockTimes } from 'shared-ui/details';
import en from '../../../locales/day.en.json';
import fr from '../../../locales/day.fr.json';

/** Texts of "My day" on home, which is loaded on demand. */
export const words = defineWords('timeline-day', { en, fr });

type Medication = NonNullable<Day['medications']>[number];
type Appointment = NonNullable<Day['next']>['appointments'][number];
type Member = NonNullable<Day['careTeam']>[number];

const t = words.text;

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
    t('times', { time: clockTimes([time]).join(), names: [...new Set(named)].join(', ') }),
  );
  const untimed = medications.filter(({ times }) => times.length === 0).length;
  if (lines.length > MAX_LINES) {
    const shown = lines.slice(0, MAX_LINES - 1);
    return [...shown, t('more', { count: lines.length - shown.length })];
  }
  return untimed > 0 ? [...lines, t('untimed', { count: untimed })] : lines;
}

function whenOf(start: string): string {
  const moment = formatMoment(start);
  return moment === formatDate(start) ? t('later', { day: moment, time: formatTime(start) }) : moment;
}

export function appointmentLines(appointments: readonly Appointment[]): string[] {
  const shown = appointments.slice(0, MAX_APPOINTMENTS);
  const lines = shown.map(({ name, start, place }) => {
    const what = [name, place].filter(Boolean).join(', ');
    return start === null ? what : t('appointment', { when: whenOf(start), name: what });
  });
  const missing = appointments.length - shown.length;
  return missing > 0 ? [...lines, t('more', { count: missing })] : lines;
}

/** Returns where a person reads more: the event of a single appointment, else the list of events. */
export function appointmentsPath(profileId: number, appointments: readonly Appointment[]): string {
  const [only, other] = appointments;
  const eventId = other === undefined ? only?.eventId : undefined;
  return eventId ? paths.profile.event(profileId, eventId) : paths.profile.events(profileId);
}

const named = ({ name, role }: Member): string => {
  if (name === null) return role ?? '';
  return role === null ? name : t('role', { name, role });
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
  const lines = shown.map(([name, member]) => (member.isNow ? t('now', { name }) : named(member)));
  const missing = byName.size - shown.length;
  return missing > 0 ? [...lines, t('more', { count: missing })] : lines;
}
