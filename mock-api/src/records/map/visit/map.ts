/**
 * Stays, visits (Encounter) and appointments: when, where and with whom. Never why: supporters with status updates read
 * these. How to prepare is for the patient alone.
 */

import { type Static, Type } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import { sameInEach } from '../../../common/i18n.ts';
import type { AppointmentBody } from '../../../common/record-documents.ts';
import { EVENT_TYPE } from '../../../contract.ts';
import {
  Coding,
  Concept,
  fields,
  list,
  Period,
  Reference,
  type Resource,
  resource,
  text,
} from '../../fhir/datatypes.ts';
import { keyOf } from '../../fhir/references.ts';
import { asMoment, firstTime, readTime } from '../../fhir/time.ts';
import { conceptTexts, joined } from '../../words/concept.ts';
import { dayText, periodText } from '../../words/day.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import { type EventRow, type ItemRow, kept, type MapContext, personName } from '../context.ts';

export const EncounterSchema = fields({
  ...resource,
  status: text,
  class: Coding,
  type: list(Concept),
  serviceType: Concept,
  subject: Reference,
  participant: list(fields({ type: list(Concept), period: Period, individual: Reference })),
  period: Period,
  location: list(fields({ location: Reference, status: text, period: Period })),
  serviceProvider: Reference,
  partOf: Reference,
});
export type EncounterResource = Static<typeof EncounterSchema>;

export const AppointmentSchema = fields({
  ...resource,
  status: text,
  serviceType: list(Concept),
  appointmentType: Concept,
  start: text,
  end: text,
  participant: list(
    Type.Object({ actor: Type.Optional(Reference), required: Type.Optional(text), status: Type.Optional(text) }),
  ),
  patientInstruction: text,
});
type AppointmentResource = Static<typeof AppointmentSchema>;

/** Class of an encounter (HL7 v3 ActCode) -> name. */
const CLASSES: Readonly<Record<string, Text>> = {
  IMP: PHRASES.stay,
  ACUTE: PHRASES.stay,
  NONAC: PHRASES.stay,
  OBSENC: PHRASES.stay,
  SS: PHRASES.stay,
  EMER: PHRASES.emergency,
  VR: PHRASES.virtual,
  HH: PHRASES.home,
};

const ENCOUNTER_STATES: Readonly<Record<string, Text>> = {
  planned: PHRASES.planned,
  arrived: PHRASES.running,
  triaged: PHRASES.running,
  'in-progress': PHRASES.running,
  onleave: PHRASES.onLeave,
  finished: PHRASES.finished,
  cancelled: PHRASES.cancelled,
};

const unique = (names: readonly (string | undefined)[]): string[] => [
  ...new Set(names.filter((name) => name !== undefined)),
];

const withPeople = (people: readonly string[]): Text[] =>
  people.length === 0 ? [] : [filled('with', { people: people.join(', ') })];

/** Returns where the patient was; of a stay that says where the patient is now, only that. */
function placesIn({ location = [] }: EncounterResource): (Reference | undefined)[] {
  const current = location.filter(({ period }) => period?.start !== undefined && period.end === undefined);
  return (current.length > 0 ? current : location).map((place) => place.location);
}

/** Returns one event for each stay or visit that has a time; others are kept. */
export function mapEncounter(from: Resource & EncounterResource, context: MapContext): EventRow | ItemRow {
  const at = firstTime(from.period?.start, from.period?.end, from.meta?.lastUpdated);
  const state = ENCOUNTER_STATES[from.status ?? ''];
  if (at === null || !state) return kept(at === null ? 'empty' : 'state');
  const places = unique([
    ...placesIn(from).map((place) => personName(from, place, context)),
    personName(from, from.serviceProvider, context),
  ]);
  const people = unique((from.participant ?? []).map(({ individual }) => personName(from, individual, context)));
  const when = from.period && periodText(from.period);
  const name = CLASSES[from.class?.code ?? ''] ?? PHRASES.visit;
  return {
    table: 'events',
    type: EVENT_TYPE.HOSPITAL,
    createdAt: asMoment(at),
    name,
    content: joined([state, when], ' · '),
    content2: joined([...places.map(sameInEach), ...withPeople(people)], '\n'),
  };
}

interface AppointmentState {
  state: AppointmentBody['state'];
  status: Text;
}

const APPOINTMENT_STATES: Readonly<Record<string, AppointmentState>> = {
  proposed: { state: 'proposed', status: PHRASES.notConfirmed },
  pending: { state: 'proposed', status: PHRASES.notConfirmed },
  waitlist: { state: 'proposed', status: PHRASES.waitlist },
  booked: { state: 'booked', status: PHRASES.booked },
  arrived: { state: 'booked', status: PHRASES.running },
  'checked-in': { state: 'booked', status: PHRASES.running },
  fulfilled: { state: 'over', status: PHRASES.finished },
  cancelled: { state: 'cancelled', status: PHRASES.cancelled },
  noshow: { state: 'over', status: PHRASES.missed },
};

const isOf = (actor: Reference | undefined, type: string) => keyOf(actor?.reference)?.startsWith(`${type}/`) === true;

/** Returns whether the patient is to come: not if they are only informed, such as of two doctors' meeting. */
function isExpected({ participant = [] }: AppointmentResource, patient: string): boolean {
  const own = participant.find(({ actor }) => keyOf(actor?.reference) === patient);
  return own !== undefined && own.required !== 'information-only' && own.status !== 'declined';
}

/** Returns an event and an item for an appointment of the patient; others are kept. */
export function mapAppointment(from: Resource & AppointmentResource, context: MapContext): (EventRow | ItemRow)[] {
  const known = APPOINTMENT_STATES[from.status ?? ''];
  if (!known || !isExpected(from, context.patient)) return [kept('state')];
  const others = (from.participant ?? []).filter(({ actor }) => !isOf(actor, 'Patient'));
  const people = unique(
    others.filter(({ actor }) => !isOf(actor, 'Location')).map(({ actor }) => personName(from, actor, context)),
  );
  const [place = null] = unique(
    others.filter(({ actor }) => isOf(actor, 'Location')).map(({ actor }) => personName(from, actor, context)),
  );
  const start = readTime(from.start);
  // What is done there. Its reason (reasonCode, description) is not shown: supporters with status updates read this.
  const [name = PHRASES.appointment] = conceptTexts(from.serviceType, context.nameOf);
  const preparation = from.patientInstruction?.trim() || undefined;
  const body: AppointmentBody = {
    name,
    start,
    end: readTime(from.end),
    ...known,
    place,
    people,
    ...(preparation !== undefined && { preparation }),
    lang: from.language ?? null,
  };
  const item: ItemRow = { table: 'record_items', kind: 'appointment', code: null, at: start, until: body.end, body };
  if (start === null) return [item];
  const event: EventRow = {
    table: 'events',
    type: EVENT_TYPE.HOSPITAL,
    createdAt: asMoment(start),
    name,
    content: joined([known.status, dayText(from.start ?? start)], ' · '),
    content2: joined([...(place === null ? [] : [sameInEach(place)]), ...withPeople(people)], '\n'),
    ...(preparation !== undefined && { preparation: sameInEach(preparation) }),
  };
  return [event, item];
}
