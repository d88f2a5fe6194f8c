/** What people read of a hospital's record, apart from results, care plans and events. */
import { OWN_PROFILE } from 'shared-ui/contract';
import type { RecordArea } from '../../access/permissions.ts';
import { type OpenRecord, openRecord } from '../../access/record-access.ts';
import { after, DAY, now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { ItemKind } from '../../common/record-documents.ts';
import type {
  About,
  AppointmentItem,
  Appointments,
  CareTeam,
  Day,
  DeskCareTeamMember,
  Documents,
  Medications,
  Notification,
  Observations,
  RecordSource,
} from '../../contract.ts';
import { isBeingChecked, isLinkLate } from '../../records/connector/sync/links.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { listNotifications } from '../../repositories/care/content.ts';
import { eventsAmong } from '../../repositories/care/events.ts';
import {
  listItems,
  listStoredItems,
  type RecordItem,
  readLinks,
  readStoredFile,
} from '../../repositories/care/records.ts';
import { SERVER } from '../../repositories/records/links.ts';
import type { Services } from '../context.ts';
import { byRisk } from './allergies.ts';
import { readCheckState } from './medication-checks.ts';
import { codesWith, ofCode, seriesOf } from './series.ts';

/** Who reads which profile. */
export interface RecordReading {
  user: UserRow;
  profileId: number;
  locale: Locale;
}

export type Reading = RecordReading & Pick<Services, 'db' | 'config'>;

/**
 * Returns where a record comes from, how old it is, and whether that is as it should be: `late` if the hospital's
 * system should have been read since, with a note while the desk makes sure whose record it is; `never` if nothing was
 * read.
 */
export async function sourceOf(
  { db, config, locale }: Reading,
  { ownerId }: OpenRecord,
): Promise<{ source: RecordSource }> {
  const links = ownerId === null ? [] : await readLinks(db, ownerId);
  const server = links.find(({ source }) => source === SERVER);
  const isLate = server !== undefined && isLinkLate(server, config.fhir);
  const [last] = server ? [server] : links;
  const state = last === undefined ? 'never' : isLate ? 'late' : 'ok';
  const note = server && isBeingChecked(server) ? { note: translate(locale, 'record.checking') } : {};
  return { source: { name: config.brand.hospital, checkedAt: last?.checkedAt ?? null, state, ...note } };
}

export const itemsOf = async <Kind extends ItemKind>(
  { db, locale }: Reading,
  { ownerId, scope }: OpenRecord,
  kind: Kind,
): Promise<RecordItem<Kind>[]> => (ownerId === null ? [] : listItems(db, ownerId, kind, { scope, locale }));

export const toMedication = ({ id, at, until, body }: RecordItem<'medication'>) => ({ id, at, until, ...body });

const openFor = ({ db, user, profileId }: Reading, areas: readonly RecordArea[], object: string) =>
  openRecord(db, user, profileId, { areas, object });

/** Order in which states are listed. */
const STATES: readonly string[] = [
  'current',
  'do-not-take',
  'paused',
  'planned',
  'unclear',
  'given',
  'not-given',
  'past',
];

export async function readMedications(reading: Reading): Promise<Medications> {
  const record = await openFor(reading, ['care'], 'medications');
  const medications = (await itemsOf(reading, record, 'medication')).map(toMedication);
  const order = ({ state }: { state: string }) => STATES.indexOf(state);
  const check = await readCheckState(reading, record);
  return {
    ...(await sourceOf(reading, record)),
    medications: medications.sort((one, other) => order(one) - order(other)),
    ...(check && { check }),
  };
}

function toMember({ id, at, until, body }: RecordItem<'care-team'>): CareTeam['people'][number] {
  const { isAttending, ...member } = body;
  const isPast = until !== null && until < now().slice(0, until.length);
  return { id, at, until, ...member, isPast, isNow: isAttending && !isPast };
}

export async function readCareTeam(reading: Reading): Promise<CareTeam> {
  const record = await openFor(reading, ['care'], 'care-team');
  const people = (await itemsOf(reading, record, 'care-team')).map(toMember);
  people.sort((one, other) => Number(one.isPast) - Number(other.isPast));
  return { ...(await sourceOf(reading, record)), people, now: people.find(({ isNow }) => isNow) ?? null };
}

/** Returns the present members of a patient's care team who have a name, each once, for the desk. */
export async function deskCareTeam(
  db: Services['db'],
  patientId: string,
  locale: Locale,
): Promise<DeskCareTeamMember[]> {
  const members = (await listItems(db, patientId, 'care-team', { scope: 'shared', locale })).map(toMember);
  const named = new Map<string, DeskCareTeamMember>();
  for (const { name, role, isPast } of members) {
    if (name !== null && !isPast && !named.has(name.trim())) named.set(name.trim(), { name: name.trim(), role });
  }
  return [...named.values()];
}

/** Returns whether an Observation has neither a value nor a mark: no other screen lists it. */
const saysNothing = ({ kind, mark, marks }: RecordItem<'observation'>['body']) =>
  kind === 'none' && !mark && marks.length === 0;

export async function readDocuments(reading: Reading): Promise<Documents> {
  const { profileId } = reading;
  const record = await openFor(reading, ['results'], 'documents');
  const documents = (await itemsOf(reading, record, 'document')).map(({ id, at, body }) => {
    const { media, kind = null, ...shown } = body;
    if (!media) return { id, at, ...shown, kind, media };
    const { file: _file, stored: _stored, ...medium } = media;
    return { id, at, ...shown, kind, media: { ...medium, url: `v1/profiles/${profileId}/documents/${medium.id}` } };
  });
  const counts = new Map<string, number>();
  for (const { body } of await itemsOf(reading, record, 'kept'))
    counts.set(body.type, (counts.get(body.type) ?? 0) + 1);
  const silent = (await itemsOf(reading, record, 'observation')).filter(({ body }) => saysNothing(body)).length;
  if (silent > 0) counts.set('Observation', (counts.get('Observation') ?? 0) + silent);
  const kept = [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((one, other) => (one.type < other.type ? -1 : 1));
  return { ...(await sourceOf(reading, record)), documents, kept };
}

/** @throws ProblemError NOT_FOUND or NOT_SHARED */
export async function readDocument(reading: Reading, mediaId: string): Promise<{ type: string; bytes: Buffer }> {
  const { db, user, profileId } = reading;
  const record = await openRecord(db, user, profileId, { areas: ['results'], object: 'documents', objectId: mediaId });
  const documents = await itemsOf(reading, record, 'document');
  const media = documents.map(({ body }) => body.media).find((medium) => medium?.id === mediaId);
  const { ownerId } = record;
  const bytes = ownerId !== null && media?.stored ? await readStoredFile(db, ownerId, media.stored) : undefined;
  if (!media || !bytes) throw new ProblemError('NOT_FOUND');
  return { type: media.type, bytes };
}

/** Returns what is known about allergies by risk, with statements such as "No known allergies" apart. */
export async function allergiesOf(reading: Reading, record: OpenRecord): Promise<About['allergies']> {
  const all = await itemsOf(reading, record, 'allergy');
  const statements = all.filter(({ body }) => body.isStatement).map(({ body }) => body);
  const allergies = all.filter(({ body }) => !body.isStatement);
  const current = allergies.filter(({ body }) => body.state === 'current').map(({ body }) => body);
  const contradicts = statements.some(({ rulesOut }) =>
    current.some(({ categories }) => rulesOut === 'all' || (rulesOut !== null && categories.includes(rulesOut))),
  );
  const items = allergies.map(({ id, at, body }) => {
    const { isStatement: _no, rulesOut: _nothing, categories: _unshown, ...allergy } = body;
    return { id, at, ...allergy };
  });
  return {
    statement: statements.length > 0 ? [...new Set(statements.map(({ name }) => name))].join(', ') : null,
    conflict: contradicts ? translate(reading.locale, 'record.conflict') : null,
    items: byRisk(items),
  };
}

export async function readAbout(reading: Reading): Promise<About> {
  const record = await openFor(reading, ['record'], 'about');
  const conditions = (await itemsOf(reading, record, 'condition')).map(({ id, at, until, body }) => {
    const { until: end, ...condition } = body;
    return { id, at, until, ...condition, end };
  });
  const immunizations = await itemsOf(reading, record, 'immunization');
  return {
    ...(await sourceOf(reading, record)),
    allergies: await allergiesOf(reading, record),
    conditions,
    immunizations: immunizations.map(({ id, at, body }) => ({ id, at, ...body })),
  };
}

/** Points of a series that is not asked for by its code. */
const LATEST = 2;

/**
 * Returns measurements as series over time: each with its last two points or, with a code, all points of that code. The
 * two numbers of blood pressure come together, whichever code is asked for.
 */
export async function readObservations(reading: Reading, code: string | undefined): Promise<Observations> {
  const record = await openFor(reading, ['results'], 'observations');
  const { db, locale } = reading;
  const { ownerId, scope } = record;
  const codes = code === undefined ? undefined : codesWith(code);
  const items = ownerId === null ? [] : await listStoredItems(db, ownerId, 'observation', scope, codes);
  const series = seriesOf(items, locale);
  if (code !== undefined) return { ...(await sourceOf(reading, record)), series: ofCode(series, code) };
  const latest = series.map((one) => ({ ...one, points: one.points.slice(0, LATEST) }));
  return { ...(await sourceOf(reading, record)), series: latest };
}

/** What a step opens may need other permissions. */
const withoutLink = ({ about: _opens, ...step }: Notification, profileId: number): Notification => ({
  ...step,
  profileId,
});

/** Returns the appointments that are booked and not over, the next one first. */
export async function appointmentsToCome(reading: Reading, record: OpenRecord) {
  const time = now();
  const appointments = (await itemsOf(reading, record, 'appointment'))
    .filter(({ at, until, body }) => body.state === 'booked' && (until ?? at ?? '') >= time)
    .reverse();
  const ids = appointments.flatMap(({ body }) => body.eventId ?? []);
  // Its owner may have deleted an event.
  const listed = new Set(ids.length === 0 ? [] : (await eventsAmong(reading.db, ids)).map(({ id }) => id));
  return appointments.map((item) => ({
    ...item,
    eventId: listed.has(item.body.eventId ?? '') ? (item.body.eventId ?? null) : null,
  }));
}

type Appointment = RecordItem<'appointment'> & Pick<AppointmentItem, 'eventId'>;

export function toAppointment({ id, at, body, eventId }: Appointment, { scope }: OpenRecord): AppointmentItem {
  const { state: _state, eventId: _stored, preparation, ...appointment } = body;
  return { id, at, ...appointment, ...(scope === 'all' && preparation !== undefined && { preparation }), eventId };
}

export async function readAppointments(reading: Reading): Promise<Appointments> {
  const record = await openFor(reading, ['status'], 'appointments');
  const appointments = (await appointmentsToCome(reading, record)).map((item) => toAppointment(item, record));
  return { ...(await sourceOf(reading, record)), appointments };
}

async function nextOf(reading: Reading, record: OpenRecord): Promise<Day['next']> {
  const { db, locale, profileId } = reading;
  const notifications = record.ownerId === null ? [] : await listNotifications(db, record.ownerId, locale);
  const step = notifications.find((item) => item.kind === 'next-step' && item.profileId === OWN_PROFILE);
  const appointments = (await appointmentsToCome(reading, record)).map((item) => toAppointment(item, record));
  return { step: step ? withoutLink(step, profileId) : null, appointments };
}

/** Returns what was given, or not, in the last 24 hours. A day without a time is left out: it says nothing of a dose. */
function givenOf(items: readonly RecordItem<'medication'>[]): NonNullable<Day['given']> {
  const earliest = after(-DAY);
  const given = items.flatMap(({ at, body: { name, state } }) => {
    const isKnown = state === 'given' || state === 'not-given';
    if (!isKnown || at === null || at.length <= 10 || at < earliest || at > now()) return [];
    return [{ name, at, isGiven: state === 'given' }];
  });
  return given.sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** Returns what a day holds, each part if the reader may see it. */
export async function readDay(reading: Reading): Promise<Day> {
  const record = await openFor(reading, ['status', 'care'], 'day');
  const hasCare = record.areas.has('care');
  const medications = hasCare ? await itemsOf(reading, record, 'medication') : null;
  const members = hasCare ? (await itemsOf(reading, record, 'care-team')).map(toMember) : null;
  return {
    ...(await sourceOf(reading, record)),
    next: record.areas.has('status') ? await nextOf(reading, record) : null,
    medications: medications?.map(toMedication).filter(({ state }) => state === 'current') ?? null,
    given: medications && givenOf(medications),
    careTeam: members?.filter(({ isPast, isYou }) => !isPast && !isYou) ?? null,
  };
}
