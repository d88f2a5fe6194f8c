/** What the desk adds to a patient's timeline, and what happens next. */
import { randomUUID } from 'node:crypto';
import { OWN_PROFILE } from 'shared-ui/contract';
import { type Locale, sameInEach, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { textOf } from '../../common/text/known-texts.ts';
import {
  type CareEvent,
  type CareSubject,
  EVENT_TYPE,
  type EventStatus,
  type NewEvent,
  type NextStep,
  type Notification,
} from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import {
  contentId,
  DESK_NEXT,
  eventsAbout,
  listNotifications,
  recordType,
  removeNextSteps,
} from '../../repositories/care/content.ts';
import { findEvent, toCareEvent } from '../../repositories/care/events.ts';
import { nextChange, recordChanges } from '../../repositories/changes.ts';
import { addContent, endNamedEvents, endUrgentEvents } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';
import { patientOf } from './patients.ts';
import { templateTexts } from './templates.ts';

/** Icon for what happens next; apps that know its time or what it is about choose their own. */
const nextIcon = ({ at, place }: NextStep) => (at === undefined && place === undefined ? null : 'map-pin');

const SURVEYS: readonly number[] = [
  EVENT_TYPE.RESULT_SURVEY,
  EVENT_TYPE.BLOOD_SURVEY,
  EVENT_TYPE.HOSPITAL_SURVEY_IN,
  EVENT_TYPE.HOSPITAL_SURVEY_OUT,
];

/**
 * Returns the record of this patient that an event opens.
 * @throws ProblemError VALIDATION if the patient has no result or care plan with this id
 */
async function requireRecord(trx: Trx, patientId: string, linkId: string, locale: Locale): Promise<CareSubject> {
  const type = await recordType(trx, patientId, linkId);
  if (type !== undefined) return { type, id: linkId };
  throw new ProblemError('VALIDATION', { fields: { linkId: translate(locale, 'field.linkId.unknown') } });
}

/** @throws ProblemError VALIDATION if the patient has no such event, result or care plan */
async function requireSubject(trx: Trx, patientId: string, { type, id }: CareSubject, locale: Locale): Promise<void> {
  const isThere =
    type === 'event'
      ? (await findEvent(trx, patientId, id))?.deleted_at === null
      : (await recordType(trx, patientId, id)) === type;
  if (!isThere) throw new ProblemError('VALIDATION', { fields: { about: translate(locale, 'field.linkId.unknown') } });
}

/** Event types that open their record; all others show themselves, with a link to it. */
const OPENS_RECORD: readonly number[] = [EVENT_TYPE.RESULT, EVENT_TYPE.CARE_PLAN];

const statusOf = ({ type, status }: NewEvent): EventStatus =>
  status ?? (SURVEYS.includes(type) ? 'ACTIONABLE' : 'NOT_VIEWED');

/** @throws ProblemError NOT_FOUND or VALIDATION */
export async function sendEvent(
  { db }: Services,
  log: StaffLog,
  patientId: string,
  event: NewEvent,
  locale: Locale,
): Promise<CareEvent> {
  return db.transaction().execute(async (trx) => {
    await patientOf(trx, patientId);
    const record = event.linkId === undefined ? undefined : await requireRecord(trx, patientId, event.linkId, locale);
    const known = await templateTexts(trx, [event.template]);
    const key = `desk-${randomUUID()}`;
    const id = contentId(patientId, key);
    const document = {
      key,
      profileId: OWN_PROFILE,
      type: event.type,
      status: statusOf(event),
      name: textOf(event.name, known),
      content: textOf(event.content, known),
      ...(event.survey === undefined ? {} : { survey: event.survey }),
      ...(event.content2?.trim() ? { content2: textOf(event.content2, known) } : {}),
      ...(record === undefined ? {} : { linkId: record.id }),
      ...(record === undefined || OPENS_RECORD.includes(event.type) ? {} : { about: record }),
    };
    await addContent(trx, patientId, { events: [document] });
    await endNamedEvents(trx, patientId, event.ends ?? []);
    const row = await findEvent(trx, patientId, id);
    if (!row) throw new ProblemError('NOT_FOUND');
    await log(trx, { action: 'STAFF_CHANGED', object: 'event-sent', subjects: [patientId], objectId: id });
    return toCareEvent(row, locale);
  });
}

const isNext = ({ kind, profileId }: Notification) => kind === 'next-step' && profileId === OWN_PROFILE;

/** Returns what happens next for a patient, or null. */
export async function readNextStep(
  db: Services['db'],
  patientId: string,
  locale: Locale,
): Promise<Notification | null> {
  return (await listNotifications(db, patientId, locale)).find(isNext) ?? null;
}

/**
 * Sets what happens next, replacing what was set before.
 * @throws ProblemError NOT_FOUND
 */
export async function changeNextStep(
  { db }: Services,
  log: StaffLog,
  patientId: string,
  next: NextStep,
  locale: Locale,
): Promise<Notification> {
  return db.transaction().execute(async (trx) => {
    await patientOf(trx, patientId);
    const { title, content, place, at, delay, about } = next;
    if (about !== undefined) await requireSubject(trx, patientId, about, locale);
    const over = eventsAbout(await removeNextSteps(trx, patientId, OWN_PROFILE));
    const document = {
      key: DESK_NEXT,
      profileId: OWN_PROFILE,
      kind: 'next-step' as const,
      icon: nextIcon(next),
      title: sameInEach(title.trim()),
      content: sameInEach(content.trim()),
      ...(place === undefined ? {} : { place: place.trim() }),
      ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
      ...(delay === undefined ? {} : { delay: { minutes: delay.minutes, reason: delay.reason.trim() } }),
      ...(about === undefined ? {} : { about }),
    };
    await addContent(trx, patientId, { events: [], notifications: [document] });
    await endUrgentEvents(
      trx,
      patientId,
      over.filter((id) => id !== about?.id),
    );
    await log(trx, { action: 'STAFF_CHANGED', object: 'next-changed', subjects: [patientId], objectId: patientId });
    const shown = await readNextStep(trx, patientId, locale);
    if (!shown) throw new ProblemError('NOT_FOUND');
    return shown;
  });
}

/**
 * Removes what was to happen next; a second time changes nothing.
 * @throws ProblemError NOT_FOUND
 */
export async function clearNextStep({ db }: Services, log: StaffLog, patientId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await patientOf(trx, patientId);
    const removed = await removeNextSteps(trx, patientId, OWN_PROFILE);
    await recordChanges(
      trx,
      removed.map(({ id }) => nextChange(patientId, id, OWN_PROFILE)),
    );
    await endUrgentEvents(trx, patientId, eventsAbout(removed));
    await log(trx, { action: 'STAFF_CHANGED', object: 'next-removed', subjects: [patientId], objectId: patientId });
  });
}
