/** Everything that a person may see about themselves. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { Check } from 'typebox/schema';
import { DAY, now } from '../../common/clock.ts';
import type { EventBody, MediaDocument } from '../../common/documents.ts';
import { type Locale, sameInEach } from '../../common/i18n.ts';
import { phoneDigits } from '../../common/phone.ts';
import type { Config } from '../../config/config.ts';
import { type OwnData, PersonSurveys, type PersonSurveysRequest } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { findInterest, supportRequestsOf } from '../../repositories/accounts/sign-ups.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit, receiptsOf, reportedSurveys } from '../../repositories/audit.ts';
import { listCarePlans } from '../../repositories/care/care-plans.ts';
import { listNotifications, listResults, resultMedia } from '../../repositories/care/content.ts';
import { findEvent, listEvents } from '../../repositories/care/events.ts';
import { listDayPlans } from '../../repositories/care/plans.ts';
import { listProfiles } from '../../repositories/care/profiles.ts';
import { listItems, readMedia, toMedia } from '../../repositories/care/records.ts';
import { identifiersOf } from '../../repositories/desk/patients.ts';
import { staysOf } from '../../repositories/desk/stays.ts';
import { listFeedOf, readRaw } from '../../repositories/feed/overview.ts';
import { readText } from '../../repositories/feed/raw.ts';
import { listMessagesTo } from '../../repositories/messages/messages.ts';
import { listLinks } from '../../repositories/records/links.ts';
import { noticesBy } from '../../repositories/sharing/return-notices.ts';
import { listSupporters } from '../../repositories/sharing/supporters.ts';
import { hashPerson, postToRecorder } from '../../security/survey-token.ts';
import { readAgreements } from '../accounts/agreements.ts';
import { describeUser, stateOf } from '../accounts/me.ts';
import { readPasskeys } from '../accounts/passkeys.ts';
import { readWholeAudit } from '../care/audit.ts';
import { readGoingHome } from '../care/going-home.ts';
import { readMedicationChecks } from '../care/medication-checks.ts';
import { readAbout, readCareTeam, readDocuments, readMedications, readObservations } from '../care/records.ts';
import { readAllRequests } from '../care/requests.ts';
import type { Services } from '../context.ts';
import { countWithin } from '../messages/limits.ts';
import { planIn } from '../plans/plans.ts';
import { readAllQuestions } from '../plans/rounds.ts';
import { requireConfirmed } from './confirmation.ts';
import { RECEIPTS } from './survey-erasures.ts';

type Recorders = Pick<Config, 'recorders' | 'surveyTokens'>;

/** Returns what the first recorder that answers keeps; undefined if none does. */
async function askOne(
  { recorders, surveyTokens }: Recorders,
  wanted: PersonSurveysRequest,
): Promise<PersonSurveys['surveys'] | undefined> {
  const [key] = surveyTokens.keys;
  if (key === undefined) return undefined;
  const body = JSON.stringify(wanted);
  for (const recorder of recorders) {
    try {
      const response = await postToRecorder(recorder, 'exports', key, body);
      const kept: unknown = await response.json();
      if (response.ok && Check(PersonSurveys, kept)) return kept.surveys;
    } catch {
      // The next process may answer; the export says if none did.
    }
  }
  return undefined;
}

/** Returns what recorders keep of a person, by receipt; undefined if none can be reached. */
async function readKept(
  config: Recorders,
  userId: string,
  receipts: readonly string[],
): Promise<ReadonlyMap<string, PersonSurveys['surveys'][number]> | undefined> {
  const kept = new Map<string, PersonSurveys['surveys'][number]>();
  for (let from = 0; from === 0 || from < receipts.length; from += RECEIPTS) {
    const wanted = { person: hashPerson(userId), receipts: receipts.slice(from, from + RECEIPTS) };
    const surveys = await askOne(config, wanted);
    if (surveys === undefined) return undefined;
    for (const survey of surveys) kept.set(survey.receiptId, survey);
  }
  return kept;
}

/**
 * Returns a person's surveys, newest first: those that their phones have reported, and others that the recorder has.
 */
async function readSurveys(
  db: Db,
  config: Recorders,
  userId: string,
): Promise<Pick<OwnData, 'surveys' | 'hasAllAnswers'>> {
  const reported = await reportedSurveys(db, userId);
  const kept = await readKept(config, userId, await receiptsOf(db, userId));
  const known = new Set(reported.map(({ receiptId }) => receiptId));
  const others = [...(kept?.values() ?? [])].filter(({ receiptId }) => !known.has(receiptId));
  const surveys = [
    ...reported.map((survey) => ({ ...survey, answers: kept?.get(survey.receiptId)?.answers ?? null })),
    ...others.map(({ receivedAt, ...survey }) => ({ ...survey, about: null, deliveredAt: receivedAt })),
  ];
  surveys.sort((one, other) => other.deliveredAt.localeCompare(one.deliveredAt));
  return { surveys, hasAllAnswers: kept !== undefined };
}

type OwnFile = OwnData['files'][number];

/** Bytes of all files in an export, so that it fits into memory. */
const MOST = 64 * 1024 * 1024;

interface Owned {
  of: OwnFile['of'];
  media: MediaDocument;
}

async function listFiles(
  db: Db,
  userId: string,
  locale: Locale,
  { events, results }: Pick<OwnData, 'events' | 'results'>,
): Promise<Owned[]> {
  const files: Owned[] = [];
  for (const { id } of results.filter(({ media }) => media.length > 0)) {
    for (const media of (await resultMedia(db, userId, id)) ?? []) files.push({ of: { type: 'result', id }, media });
  }
  for (const { id } of events.filter(({ picture }) => picture)) {
    const event = await findEvent(db, userId, id);
    const media = event && (JSON.parse(event.document) as EventBody).picture;
    if (media) files.push({ of: { type: 'event', id }, media });
  }
  for (const { id, body } of await listItems(db, userId, 'document', { scope: 'all', locale })) {
    const { media } = body;
    if (!media) continue;
    const title = sameInEach(media.title);
    files.push({ of: { type: 'document', id }, media: { ...media, title, alt: title, file: '' } });
  }
  return files;
}

/** Returns the files of these events and results, and of the documents, with their bytes. */
async function readFiles(
  db: Db,
  userId: string,
  locale: Locale,
  owners: Pick<OwnData, 'events' | 'results'>,
): Promise<OwnFile[]> {
  const files: OwnFile[] = [];
  let left = MOST;
  for (const { of, media } of await listFiles(db, userId, locale, owners)) {
    const bytes = await readMedia(db, userId, media, locale);
    const isIncluded = bytes !== undefined && bytes.length <= left;
    if (isIncluded) left -= bytes.length;
    const { id, title, alt, type } = toMedia(media, '', locale);
    files.push({ of, id, title, alt, type, data: isIncluded ? bytes.toString('base64') : null });
  }
  return files;
}

async function readMessages(db: Db, user: UserRow): Promise<OwnData['messages']> {
  const own = [user.email, user.contact_email ?? '', user.phone_digits, phoneDigits(user.mobile_phone ?? '')];
  const addresses = own.filter((address) => address !== '');
  const rows = await listMessagesTo(db, addresses);
  return rows.map(({ channel, recipient: to, created_at: createdAt, sent_at: sentAt }) => ({
    channel: channel === 'email' ? 'email' : 'sms',
    to,
    createdAt,
    sentAt,
  }));
}

async function readInterest(db: Db, { email }: UserRow): Promise<OwnData['interestSignUp']> {
  const row = await findInterest(db, email);
  return row ? { name: row.name, city: row.city, optIn: row.opt_in === 1, createdAt: row.created_at } : null;
}

async function readRecordLinks(db: Db, userId: string): Promise<OwnData['recordLinks']> {
  const rows = await listLinks(db, userId);
  return rows.map(({ source, state, linked_at: linkedAt, checked_at: checkedAt }) => ({
    // What came from a record that was joined with this one has the same source.
    source: source.split('/')[0] ?? source,
    state,
    linkedAt,
    checkedAt: checkedAt || null,
  }));
}

async function readFeed(db: Db, { surveyTokens }: Recorders, userId: string): Promise<OwnData['feedMessages']> {
  const messages: OwnData['feedMessages'] = [];
  let left = MOST;
  for (const { id, received_at: receivedAt, sender, type, isShared } of await listFeedOf(db, userId)) {
    const raw = isShared ? undefined : await readRaw(db, id);
    const text = raw === undefined || raw.length > left ? null : readText(surveyTokens.keys, raw);
    if (text !== null) left -= text.length;
    messages.push({ receivedAt, sender, type, text });
  }
  return messages;
}

async function collect(services: Services, session: Session, locale: Locale): Promise<OwnData> {
  const { db, config } = services;
  const { user } = session;
  const record = { db, config, user, profileId: OWN_PROFILE, locale };
  const [events, results] = [await listEvents(db, user.id, locale), await listResults(db, user.id, locale)];
  return {
    format: 'lodestar-own-data',
    version: 1,
    exportedAt: now(),
    hospital: config.brand.hospital,
    account: await describeUser(db, config, user),
    identifiers: identifiersOf(user),
    stays: (await staysOf(db, user.id)).map(({ state, admitted_at: admittedAt, discharged_at: dischargedAt }) => ({
      state,
      admittedAt,
      dischargedAt,
    })),
    agreements: await readAgreements(db, config, user.id),
    profiles: await listProfiles(db, user, locale),
    notifications: await listNotifications(db, user.id, locale),
    events,
    results,
    carePlans: await listCarePlans(db, user.id, locale),
    medications: await readMedications(record),
    medicationChecks: await readMedicationChecks(db, user.id, locale),
    careTeam: await readCareTeam(record),
    about: await readAbout(record),
    measurements: await readObservations(record, undefined),
    documents: await readDocuments(record),
    goingHome: await readGoingHome(record),
    dayPlans: (await listDayPlans(db, user.id, '')).map((plan) => planIn(plan, locale)),
    roundsQuestions: await readAllQuestions(db, user, locale),
    recordLinks: await readRecordLinks(db, user.id),
    feedMessages: await readFeed(db, config, user.id),
    requests: await readAllRequests(db, user, locale),
    ...(await readSurveys(db, config, user.id)),
    files: await readFiles(db, user.id, locale, { events, results }),
    supporters: await listSupporters(db, user.id, locale),
    returnNotices: await noticesBy(db, user.id),
    supportRequests: await supportRequestsOf(db, user.id),
    messages: await readMessages(db, user),
    interestSignUp: await readInterest(db, user),
    passkeys: await readPasskeys(db, user.id, locale),
    sessions: (await stateOf(services, session, locale)).sessions,
    accessLog: await readWholeAudit(db, user.id, locale),
  };
}

/**
 * Returns everything that the session's user may see about themselves, and records it in their access log.
 * @throws ProblemError CONFIRMATION_REQUIRED or TOO_MANY_EXPORTS
 */
export async function exportOwnData(
  services: Services,
  session: Session,
  form: 'json' | 'pdf',
  locale: Locale,
): Promise<OwnData> {
  requireConfirmed(session);
  const { db, config } = services;
  const { id } = session.user;
  await db.transaction().execute(async (trx) => {
    const allowed = { key: `exports:${id}`, window: DAY, most: config.limits.exportsPerPersonDay };
    await countWithin(trx, allowed, 'TOO_MANY_EXPORTS');
    await audit(trx, { action: 'DATA_EXPORTED', actor: id, subject: id, object: form });
  });
  return collect(services, session, locale);
}
