/** Appointments (SIU) as FHIR's. */
import type { Hl7Segment } from '@medplum/core';
import { fieldOf, repetitionsOf } from '../message.ts';
import { resourceId } from './identity.ts';
import { type AsideReason, type FeedReading, metaOf, type ResourceChange } from './reading.ts';
import { fieldTime, timeOf } from './time.ts';
import { conceptOf, type FeedConcept, placeText, staffName } from './types.ts';

/** Event -> status, whatever the message says of it. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['SIU^S15', 'cancelled'],
  ['SIU^S17', 'entered-in-error'],
  ['SIU^S26', 'noshow'],
]);

/** Status of whoever gives the appointment (table 0278) -> FHIR's. */
const STATUSES: ReadonlyMap<string | undefined, string> = new Map([
  ['PENDING', 'pending'],
  ['WAITLIST', 'waitlist'],
  ['BOOKED', 'booked'],
  ['STARTED', 'checked-in'],
  ['COMPLETE', 'fulfilled'],
  ['CANCELLED', 'cancelled'],
  ['DISCONTINUED', 'cancelled'],
  ['DELETED', 'entered-in-error'],
  ['NOSHOW', 'noshow'],
]);

/** Units of a duration -> minutes. */
const UNITS: ReadonlyMap<string | undefined, number> = new Map([
  ['MIN', 1],
  ['M', 1],
  ['MINUTE', 1],
  ['MINUTES', 1],
  ['H', 60],
  ['HR', 60],
  ['HOUR', 60],
  ['HOURS', 60],
]);

const MINUTE = 60_000;
const MOST_MINUTES = 7 * 24 * 60;

/** Returns the end of what lasts some time, on the same clock; undefined unless all of it is certain. */
function endAfter(start: string | undefined, count: string | undefined, unit: string | undefined): string | undefined {
  const minutes = Number(count ?? Number.NaN) * (UNITS.get(unit?.toUpperCase()) ?? Number.NaN);
  const clock = /^(.{16}:\d\d)(?:\.\d+)?([+-]\d\d:\d\d)$/.exec(start ?? '');
  if (!clock || !(minutes > 0 && minutes <= MOST_MINUTES)) return undefined;
  return `${new Date(Date.parse(`${clock[1]}Z`) + minutes * MINUTE).toISOString().slice(0, 19)}${clock[2]}`;
}

/** Field of the segment action: what is deleted from an appointment is left out. */
const isKept = (segment: Hl7Segment): boolean => fieldOf(segment, 2).text(1) !== 'D';

function timesOf(segments: readonly Hl7Segment[], zone: string | undefined) {
  const named = (name: string) => segments.find((segment) => segment.name === name);
  const [sch, tq1, ais, ail, aip] = ['SCH', 'TQ1', 'AIS', 'AIL', 'AIP'].map(named);
  const start =
    timeOf(fieldOf(sch, 11).text(4, 1), zone) ??
    fieldTime(fieldOf(tq1, 7), zone) ??
    fieldTime(fieldOf(ais, 4), zone) ??
    fieldTime(fieldOf(ail, 6), zone) ??
    fieldTime(fieldOf(aip, 6), zone);
  const end =
    timeOf(fieldOf(sch, 11).text(5, 1), zone) ??
    fieldTime(fieldOf(tq1, 8), zone) ??
    endAfter(start, fieldOf(sch, 9).text(1), fieldOf(sch, 10).text(1)) ??
    endAfter(start, fieldOf(ais, 7).text(1), fieldOf(ais, 8).text(1));
  return { start, end };
}

/** Returns what is done: the services, else the reason of the appointment. */
function servicesOf(services: readonly Hl7Segment[], sch: Hl7Segment): FeedConcept[] {
  const named = services.flatMap((ais) => conceptOf(fieldOf(ais, 3)) ?? []);
  const reason = conceptOf(fieldOf(sch, 7));
  return named.length > 0 || !reason ? named : [reason];
}

function notesIn(segments: readonly Hl7Segment[]): string | undefined {
  const lines = segments
    .filter(({ name }) => name === 'NTE')
    .flatMap((nte) => repetitionsOf(nte, 3).flatMap(({ whole }) => whole?.trim() ?? []));
  return lines.join('\n') || undefined;
}

/** Notes of a person or a stay are no preparation: returns the segments of the appointment itself. */
function ofAppointment(segments: readonly Hl7Segment[]): Hl7Segment[] {
  const own = new Set(['SCH', 'TQ1', 'RGS', 'AIS', 'AIG', 'AIL', 'AIP']);
  let isOwn = false;
  return segments.filter((segment) => {
    if (segment.name !== 'NTE') isOwn = own.has(segment.name) && (!segment.name.startsWith('AI') || isKept(segment));
    return isOwn;
  });
}

/** Returns the appointment in a message of one person. */
export function appointmentOf(
  all: readonly Hl7Segment[],
  patient: string,
  reading: FeedReading,
): ResourceChange | AsideReason {
  const segments = ofAppointment(all);
  const sch = segments.find(({ name }) => name === 'SCH');
  const number = [fieldOf(sch, 2), fieldOf(sch, 1)].find((one) => one.text(1) !== undefined);
  if (!sch || !number) return 'no number of the appointment';
  const named = (name: string) => segments.filter((segment) => segment.name === name);
  const status =
    EVENTS.get(reading.type) ?? STATUSES.get(fieldOf(sch, 25).text(1)?.toUpperCase().replace(/\W/g, '')) ?? 'booked';
  const places = named('AIL').flatMap((ail) => placeText(fieldOf(ail, 3)) ?? []);
  const people = named('AIP').flatMap((aip) => repetitionsOf(aip, 3).flatMap((one) => staffName(one) ?? []));
  const actor = (type: string, display: string) => ({
    actor: { reference: `${type}/${resourceId(type, display)}`, display },
    status: 'accepted',
  });
  const services = servicesOf(named('AIS'), sch);
  return {
    how: 'merge',
    resource: {
      resourceType: 'Appointment',
      id: resourceId('appointment', number.text(1) ?? '', number.text(2, 1) ?? ''),
      meta: metaOf(reading),
      status,
      ...(services.length > 0 && { serviceType: services }),
      ...timesOf(segments, reading.timeZone),
      participant: [
        { actor: { reference: patient }, status: 'accepted' },
        ...[...new Set(places)].map((place) => actor('Location', place)),
        ...[...new Set(people)].map((person) => actor('Practitioner', person)),
      ],
      patientInstruction: notesIn(segments),
    },
  };
}
