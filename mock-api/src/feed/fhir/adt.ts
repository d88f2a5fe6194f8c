/** People and stays (ADT) as changes of Patient and Encounter. */
import type { Hl7Segment } from '@medplum/core';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { type FieldValue, fieldOf, repetitionsOf, type Said } from '../message.ts';
import { identifierResource, patientKey, resourceId } from './identity.ts';
import { type FeedIdentifier, type FeedReading, metaOf } from './reading.ts';
import { dateOf, fieldTime, timeOf } from './time.ts';
import { conceptOf, type FeedName, nameOf, placeOf, staffName, tableOf } from './types.ts';

const GENDERS: ReadonlyMap<string | undefined, string> = new Map([
  ['F', 'female'],
  ['M', 'male'],
  ['O', 'other'],
  ['A', 'other'],
  ['N', 'other'],
  ['U', 'unknown'],
]);

/** Names that aren't the person's own: aliases, nicknames, maiden names, old ones. */
const OTHER_USES: ReadonlySet<string | undefined> = new Set(['maiden', 'nickname', 'old', 'anonymous']);

/** Returns the names, the one that the person goes by first. */
function namesOf(pid: Hl7Segment): FeedName[] | undefined {
  const names = repetitionsOf(pid, 5).flatMap((one) => nameOf(one) ?? []);
  const first = names.find(({ use }) => use === 'official') ?? names.find(({ use }) => !OTHER_USES.has(use));
  if (!first) return undefined;
  return [first, ...names.filter((name) => name !== first)];
}

/** Use and equipment of a telephone (tables 0201 and 0202) -> FHIR's use. */
function telecomUse(field: FieldValue, isWork: boolean): string {
  if (field.text(3) === 'CP') return 'mobile';
  return isWork || field.text(2) === 'WPN' ? 'work' : 'home';
}

/** Returns a telephone number or email address (XTN); before 2.3 the number alone. */
function telecomOf(field: FieldValue, isWork: boolean) {
  const email = field.text(4);
  if (email?.includes('@')) return [{ system: 'email', value: email }];
  const parts = [field.text(5), field.text(6), field.text(7)].filter((part) => part !== undefined);
  const [country, ...rest] = parts;
  const split = field.text(5) === undefined ? parts.join(' ') : [`+${country?.replace(/^\+/, '')}`, ...rest].join(' ');
  const value = field.text(12) ?? (field.text(7) === undefined ? field.text(1) : split);
  if (value === undefined || field.text(3) === 'FX') return [];
  return [{ system: 'phone', value, use: telecomUse(field, isWork) }];
}

/** Returns telephone numbers and addresses as a change: undefined if nothing is said, null if they are to be deleted. */
function telecomsOf(pid: Hl7Segment) {
  const [home, work] = [repetitionsOf(pid, 13), repetitionsOf(pid, 14)];
  const found = [...home.flatMap((one) => telecomOf(one, false)), ...work.flatMap((one) => telecomOf(one, true))];
  if (found.length > 0) return found;
  return [...home, ...work].some(({ isDeleted }) => isDeleted) ? null : undefined;
}

/** Returns a field as a change of what is stored: text is read, null deletes, undefined stays. */
const change = <T>(said: Said, read: (written: string) => T | undefined): T | null | undefined =>
  typeof said === 'string' ? read(said) : said;

function deceased(pid: Hl7Segment, zone: string | undefined) {
  const at = timeOf(fieldOf(pid, 29).text(1), zone);
  const isDead = fieldOf(pid, 30).at(1);
  if (at !== undefined) return { deceasedDateTime: at };
  return { deceasedBoolean: change(isDead, (written) => (written === 'Y' ? true : null)) };
}

/** Returns the Patient that PID says; what it leaves out is left out. */
export function patientOf(pid: Hl7Segment, person: FeedIdentifier, reading: FeedReading): Resource {
  const language = conceptOf(fieldOf(pid, 15));
  return {
    resourceType: 'Patient',
    id: patientKey(person).slice('Patient/'.length),
    meta: metaOf(reading),
    identifier: [identifierResource(person, 'MR')],
    name: namesOf(pid),
    gender: change(fieldOf(pid, 8).at(1), (code) => GENDERS.get(code.toUpperCase())),
    birthDate: change(fieldOf(pid, 7).at(1), dateOf),
    telecom: telecomsOf(pid),
    communication: language && [{ language }],
    ...deceased(pid, reading.timeZone),
  };
}

/** Class of a patient (table 0004) -> FHIR's class of an Encounter. */
const CLASSES: ReadonlyMap<string | undefined, string> = new Map([
  ['E', 'EMER'],
  ['I', 'IMP'],
  ['O', 'AMB'],
  ['P', 'PRENC'],
]);

const classOf = (pv1: Hl7Segment): string | undefined => fieldOf(pv1, 2).text(1)?.toUpperCase();

/** Event -> status of the stay. Others leave it as it is: a change after the discharge doesn't reopen a stay. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['ADT^A01', 'in-progress'],
  ['ADT^A03', 'finished'],
  ['ADT^A04', 'in-progress'],
  ['ADT^A05', 'planned'],
  ['ADT^A06', 'in-progress'],
  ['ADT^A07', 'in-progress'],
  ['ADT^A11', 'cancelled'],
  ['ADT^A13', 'in-progress'],
  ['ADT^A23', 'entered-in-error'],
]);

/** Events that bring a stay only if the message says that one is going on. */
const ABOUT_PEOPLE: ReadonlySet<string> = new Set(['ADT^A08', 'ADT^A28', 'ADT^A31']);

/** Returns the status of a stay that the desk doesn't know yet, as the message describes it. */
function firstStatus(pv1: Hl7Segment, zone: string | undefined): string | undefined {
  if (fieldTime(fieldOf(pv1, 45), zone) !== undefined) return 'finished';
  const code = classOf(pv1);
  if (code === 'P') return 'planned';
  const isGoingOn = code === 'I' || code === 'E' || code === 'B' || !fieldOf(pv1, 44).isEmpty;
  return isGoingOn ? 'in-progress' : undefined;
}

/** Kinds of places in FHIR: ward, room and bed. */
const PLACES = [
  ['ward', 'wa'],
  ['room', 'ro'],
  ['bed', 'bd'],
] as const;

/** Returns where the patient is; null if that is to be deleted, undefined if the message doesn't say. */
function locationOf(pv1: Hl7Segment, isPlanned: boolean) {
  const field = fieldOf(pv1, 3);
  if (field.isDeleted) return null;
  const place = placeOf(field);
  const found = PLACES.flatMap(([name, code]) => {
    const display = place[name];
    if (display === null) return [];
    const physicalType = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/location-physical-type', code }] };
    return [{ location: { display }, status: isPlanned ? 'planned' : 'active', physicalType }];
  });
  return found.length > 0 ? found : undefined;
}

/** Attending, referring, consulting and admitting doctors. */
const DOCTORS: readonly [field: number, code: string][] = [
  [7, 'ATND'],
  [8, 'REF'],
  [9, 'CON'],
  [17, 'ADM'],
];

function doctorsOf(pv1: Hl7Segment) {
  const found = DOCTORS.flatMap(([field, code]) =>
    repetitionsOf(pv1, field).flatMap((one) => {
      const display = staffName(one);
      const type = [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType', code }] }];
      return display === undefined ? [] : [{ type, individual: { display } }];
    }),
  );
  return found.length > 0 ? found : undefined;
}

/** Returns when the event happened: as the field says, else EVN-6 or EVN-2. */
function happenedAt(pv1: Hl7Segment, field: number, evn: Hl7Segment | undefined, { timeZone, sentAt }: FeedReading) {
  const times = [fieldOf(pv1, field), fieldOf(evn, 6), fieldOf(evn, 2)].map((one) => fieldTime(one, timeZone));
  return times.find((time) => time !== undefined) ?? timeOf(sentAt, timeZone);
}

/** Returns when a stay begins and ends, as far as the event says it. */
function periodOf(pv1: Hl7Segment, evn: Hl7Segment | undefined, reading: FeedReading) {
  const [start, end] = [44, 45].map((field) =>
    change(fieldOf(pv1, field).at(1), (written) => timeOf(written, reading.timeZone)),
  );
  if (reading.type === 'ADT^A03') return { start, end: happenedAt(pv1, 45, evn, reading) };
  if (reading.type === 'ADT^A13') return { start, end: null };
  const isArrival = reading.type === 'ADT^A01' || reading.type === 'ADT^A04';
  return { start: isArrival ? happenedAt(pv1, 44, evn, reading) : start, end };
}

/**
 * Returns the Encounter that PV1 says. Its id is that of PV1-19; without it empty, for the open stay of this person.
 */
export function encounterOf(
  pv1: Hl7Segment,
  evn: Hl7Segment | undefined,
  of: { person: FeedIdentifier; stay: FeedIdentifier | null },
  reading: FeedReading,
): { encounter: Resource; firstStatus: string | null } {
  const status = EVENTS.get(reading.type);
  const code = classOf(pv1);
  const { stay } = of;
  const classCode = CLASSES.get(code);
  const encounter: Resource = {
    resourceType: 'Encounter',
    id: stay ? resourceId('stay', stay.authority, stay.value) : '',
    meta: metaOf(reading),
    ...(stay && { identifier: [identifierResource(stay, 'VN')] }),
    status,
    ...(code !== undefined && {
      class:
        classCode === undefined
          ? { system: tableOf('0004'), code }
          : { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: classCode },
    }),
    subject: { reference: patientKey(of.person) },
    participant: doctorsOf(pv1),
    period: periodOf(pv1, evn, reading),
    location: locationOf(pv1, (status ?? firstStatus(pv1, reading.timeZone)) === 'planned'),
  };
  const isKnownEvent = status !== undefined || !ABOUT_PEOPLE.has(reading.type);
  const first = status ?? (isKnownEvent ? 'in-progress' : firstStatus(pv1, reading.timeZone));
  return { encounter, firstStatus: first ?? null };
}
