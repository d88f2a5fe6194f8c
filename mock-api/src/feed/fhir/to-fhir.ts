/**
 * Messages as FHIR R4 resources: a pure function, so that what people read of them is mapped in one place only. The
 * fields follow HL7's guide "HL7 Version 2 to FHIR" (https://build.fhir.org/ig/HL7/v2-to-fhir).
 */
import type { Hl7Segment } from '@medplum/core';
import type { FeedMessage } from '../message.ts';
import { encounterOf, patientOf } from './adt.ts';
import { appointmentOf } from './appointment.ts';
import { documentsOf, looseFiles } from './document.ts';
import { isFile } from './files.ts';
import { type IdentityFault, isSameIdentifier, patientKey, personIn, retiredIn, stayIn } from './identity.ts';
import type {
  AsideReason,
  Conversion,
  FeedGroup,
  FeedIdentifier,
  FeedMerge,
  FeedReading,
  FeedSettings,
  FeedSubject,
  ResourceChange,
} from './reading.ts';
import { ResultConverter, resultsIn } from './results.ts';

const typesOf = (message: string, events: string): string[] => events.split(' ').map((event) => `${message}^${event}`);

const STAYS: ReadonlySet<string> = new Set(
  typesOf('ADT', 'A01 A02 A03 A04 A05 A06 A07 A08 A11 A12 A13 A17 A23 A28 A29 A31'),
);
const MERGES: ReadonlySet<string> = new Set(typesOf('ADT', 'A18 A30 A34 A40'));
const RESULTS: ReadonlySet<string> = new Set(typesOf('ORU', 'R01 R30'));
const APPOINTMENTS: ReadonlySet<string> = new Set(typesOf('SIU', 'S12 S13 S14 S15 S17 S26'));
const DOCUMENTS: ReadonlySet<string> = new Set(typesOf('MDM', 'T01 T02 T05 T06 T09 T10 T11'));

/** Message that exchanges the beds of two people. */
const SWAP = 'ADT^A17';

/** Message that deletes a person. */
const DELETION = 'ADT^A29';

/** Returns whether messages of a type are read; all others are only kept. */
export const isUsed = (type: string): boolean =>
  [STAYS, MERGES, RESULTS, APPOINTMENTS, DOCUMENTS].some((types) => types.has(type));

/** Returns the segments of each person, each group from its PID on. */
function groupsOf(segments: readonly Hl7Segment[]): FeedGroup[] {
  const starts = segments.flatMap(({ name }, index) => (name === 'PID' ? [index] : []));
  return starts.map((start, index) => ({
    pid: segments[start],
    segments: segments.slice(start, starts[index + 1]),
  }));
}

const isFault = (found: FeedIdentifier | IdentityFault): found is IdentityFault => typeof found === 'string';

const named = (group: FeedGroup, name: string): Hl7Segment | undefined =>
  group.segments.find((segment) => segment.name === name);

type Outcome<T> = T | AsideReason;
const isAside = <T extends object>(outcome: Outcome<T>): outcome is AsideReason => typeof outcome === 'string';

function subjectOf(group: FeedGroup, reading: FeedReading): Outcome<FeedSubject> {
  const person = personIn(group.pid, reading);
  if (isFault(person)) return person;
  return { person, stay: stayIn(named(group, 'PV1')), patient: null, encounter: null, firstStatus: null, changes: [] };
}

/** Returns the results that belong to no order, such as a weight, and their files. */
function looseChanges(segments: readonly Hl7Segment[], subject: FeedSubject, reading: FeedReading): ResourceChange[] {
  const patient = patientKey(subject.person);
  const converter = new ResultConverter(reading, patient);
  return resultsIn(segments).loose.flatMap((result) =>
    isFile(result.obx) ? looseFiles(result.obx, patient, reading) : converter.loose(result, subject.stay?.value ?? ''),
  );
}

function stayOf(group: FeedGroup, evn: Hl7Segment | undefined, reading: FeedReading): Outcome<FeedSubject> {
  const subject = subjectOf(group, reading);
  if (isAside(subject) || !group.pid) return subject;
  const pv1 = reading.type === DELETION ? undefined : named(group, 'PV1');
  return {
    ...subject,
    patient: patientOf(group.pid, subject.person, reading),
    ...(pv1 && encounterOf(pv1, evn, subject, reading)),
    changes: looseChanges(group.segments, subject, reading),
  };
}

function resultsOf(group: FeedGroup, reading: FeedReading): Outcome<FeedSubject> {
  const subject = subjectOf(group, reading);
  if (isAside(subject)) return subject;
  const { orders, loose } = resultsIn(group.segments);
  if (loose.length > 0) return 'a result before its order';
  const converter = new ResultConverter(reading, patientKey(subject.person));
  return { ...subject, changes: orders.flatMap((order) => [...converter.order(order)]) };
}

/** Returns the appointment; its first segments come before the person's. */
function scheduled(group: FeedGroup, all: readonly Hl7Segment[], reading: FeedReading): Outcome<FeedSubject> {
  const subject = subjectOf(group, reading);
  if (isAside(subject)) return subject;
  const appointment = appointmentOf(all, patientKey(subject.person), reading);
  if (typeof appointment === 'string') return appointment;
  return { ...subject, changes: [appointment, ...looseChanges(group.segments, subject, reading)] };
}

function documented(group: FeedGroup, reading: FeedReading): Outcome<FeedSubject> {
  const subject = subjectOf(group, reading);
  if (isAside(subject)) return subject;
  const changes = documentsOf(group.segments, patientKey(subject.person), reading);
  return typeof changes === 'string' ? changes : { ...subject, changes };
}

/** Of two numbers in one message, one that names no authority has the other's: before 2.5 MRG-1 is often the number alone. */
const withAuthorities = ({ kept, retired, ...merge }: FeedMerge): FeedMerge => ({
  ...merge,
  kept: { ...kept, authority: kept.authority || retired.authority },
  retired: { ...retired, authority: retired.authority || kept.authority },
});

/** Returns which number each group keeps and which it retires. */
function mergeOf(group: FeedGroup, reading: FeedReading): Outcome<FeedMerge[]> {
  const retired = retiredIn(named(group, 'MRG'), reading);
  if (retired.length === 0) return 'no number to merge';
  const kept = personIn(group.pid, reading, retired);
  if (isFault(kept)) return isFault(personIn(group.pid, reading)) ? kept : 'a number merged with itself';
  const patient = group.pid ? patientOf(group.pid, kept, reading) : null;
  const merges = retired.map((one) => withAuthorities({ kept, retired: one, patient }));
  const isItself = merges.some((one) => isSameIdentifier(one.kept, one.retired));
  return isItself ? 'a number merged with itself' : merges;
}

function convertMerges(groups: readonly FeedGroup[], reading: FeedReading): Conversion {
  const merges: FeedMerge[] = [];
  for (const group of groups) {
    const found = mergeOf(group, reading);
    if (isAside(found)) return { aside: found };
    merges.push(...found);
  }
  return { content: { type: reading.type, subjects: [], merges } };
}

function convertGroup(group: FeedGroup, all: readonly Hl7Segment[], reading: FeedReading): Outcome<FeedSubject> {
  const { type } = reading;
  if (STAYS.has(type))
    return stayOf(
      group,
      all.find(({ name }) => name === 'EVN'),
      reading,
    );
  if (RESULTS.has(type)) return resultsOf(group, reading);
  return APPOINTMENTS.has(type) ? scheduled(group, all, reading) : documented(group, reading);
}

/** How many people a message may be about. */
function mostGroups(type: string): number {
  if (RESULTS.has(type)) return Number.POSITIVE_INFINITY;
  return type === SWAP ? 2 : 1;
}

/** Most segments of a message, and repetitions of a field: reading more would hold up all other messages. */
const MOST_PARTS = 2_000;

const isTooLong = (segments: readonly Hl7Segment[]): boolean =>
  segments.length > MOST_PARTS ||
  segments.some(({ fields }) => fields.some(({ components }) => components.length > MOST_PARTS));

/** Returns what a message says, or why it is put aside. Never throws, and reads nothing but its arguments. */
export function toFhir({ header, message }: FeedMessage, settings: FeedSettings): Conversion {
  if (!isUsed(header.type)) return { unused: true };
  const reading: FeedReading = { ...header, ...settings };
  const { segments } = message;
  if (isTooLong(segments)) return { aside: 'longer than any real message' };
  const groups = groupsOf(segments);
  if (groups.length === 0) return { aside: 'no patient in the message' };
  if (MERGES.has(header.type)) return convertMerges(groups, reading);
  if (groups.length > mostGroups(header.type)) return { aside: 'several patients in the message' };
  const subjects: FeedSubject[] = [];
  for (const group of groups) {
    const subject = convertGroup(group, segments, reading);
    if (isAside(subject)) return { aside: subject };
    subjects.push(subject);
  }
  return { content: { type: header.type, subjects, merges: [] } };
}
