/**
 * The medication check: patients, and supporters who may see care plans and ask the hospital, say what is really taken.
 * It changes no record; differences become one request to staff.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { localTime } from 'shared-ui/contract/zone';
import { OPENS } from '../../access/permissions.ts';
import { type OpenRecord, resolveRecord } from '../../access/record-access.ts';
import { after, DAY, HOUR } from '../../common/clock.ts';
import { localized, type Text } from '../../common/documents.ts';
import { type Locale, textIn, toDeskLocale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type {
  DeskMedicationChecks,
  MedicationCheck,
  MedicationCheckReason,
  Medications,
  NewMedicationCheck,
  Profile,
} from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { findUser, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { isOver, listStoredCarePlans } from '../../repositories/care/care-plans.ts';
import {
  askForCheck,
  type CheckedMedication,
  findCheck,
  insertCheck,
  lastCheck,
  listChecks,
  openAsk,
  type StoredCheck,
} from '../../repositories/care/medication-checks.ts';
import { listDayPlans } from '../../repositories/care/plans.ts';
import { linkedAmong, listStoredItems, type Scope, type StoredItem } from '../../repositories/care/records.ts';
import { type NewChange, recordChanges } from '../../repositories/changes.ts';
import { findPatient } from '../../repositories/desk/patients.ts';
import { findStay, toStay } from '../../repositories/desk/stays.ts';
import { sharesWith } from '../../repositories/sharing/supporters.ts';
import { stableId } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from '../desk/log.ts';
import { patientOf } from '../desk/patients.ts';
import { countWithin } from '../messages/limits.ts';
import { addRequest, profileOwner } from './requests.ts';

type Item = StoredItem<'medication'>;
type State = CheckedMedication['state'];
type Zone = Services['config']['timeZone'];

/** States of medications to check, in their order. Those not to take are among them: they may be taken all the same. */
const STATES: readonly string[] = ['current', 'do-not-take', 'paused', 'unclear'] satisfies State[];

const stateOf = ({ body }: Item): State | undefined =>
  STATES.find((state) => state === body.state) as State | undefined;

/** Without what patients reported about a medication that the hospital has prescribed: the prescription counts. */
export function withoutReported<Body extends { name: string | Text; basis: string }, Of extends { body: Body }>(
  items: readonly Of[],
): Of[] {
  const nameOf = ({ body: { name } }: Of) => (typeof name === 'string' ? name : name.en).trim().toLowerCase();
  const prescribed = new Set(items.filter(({ body }) => body.basis === 'prescribed').map(nameOf));
  return items.filter((item) => item.body.basis === 'prescribed' || !prescribed.has(nameOf(item)));
}

/** Identifies what a reader sees of a medication. */
const versionOf = ({ body: { name, state, how, times } }: Item): string =>
  stableId('medication', JSON.stringify([name, state, how, times]));

interface CheckList {
  ownerId: string;
  /** Medications to check. */
  items: Item[];
  /** All that the reader may see. */
  all: Item[];
  scope: Scope;
}

async function listOf(db: Db, ownerId: string, scope: Scope): Promise<CheckList> {
  const all = await listStoredItems(db, ownerId, 'medication', scope);
  const inState = STATES.flatMap((state) => all.filter(({ body }) => body.state === state));
  return { ownerId, all, scope, items: withoutReported(inState) };
}

const versionOfList = ({ items }: CheckList): string =>
  stableId('medications', ...items.flatMap((item) => [item.id, versionOf(item)]));

/** Returns how a list has changed since it was checked. Supporters learn nothing of what is withheld from them. */
function changesSince({ answers }: StoredCheck, { items, all, scope }: CheckList): MedicationCheck['since'] {
  const before = new Map(answers.map(({ id, version }) => [id, version]));
  const isStopped = (id: string) => {
    const item = all.find((other) => other.id === id);
    return item ? stateOf(item) === undefined : scope === 'all';
  };
  return {
    added: items.filter(({ id }) => !before.has(id)).length,
    changed: items.filter((item) => before.has(item.id) && before.get(item.id) !== versionOf(item)).length,
    stopped: answers.filter(({ id }) => isStopped(id)).length,
  };
}

/** Returns whether an answer differs from the record. Where the record isn't clear, each answer tells staff something. */
function isDifferent({ state, answer }: Pick<CheckedMedication, 'state' | 'answer'>): boolean {
  if (state === 'unclear') return true;
  return answer !== (state === 'current' ? 'take' : 'not');
}

const countDifferences = ({ answers, added }: StoredCheck) => answers.filter(isDifferent).length + added.length;

/** How long a check counts, in a stay that is long or whose beginning isn't known. */
const COUNTS_FOR = 30 * DAY;
/** How long after the start of a plan for the time after the stay a patient may still be there, in days. */
const LEAVES_WITHIN = 7;

/** Returns the day from which the check before going home is due, or null. */
async function leavingSince(db: Db, ownerId: string, zone: Zone): Promise<string | null> {
  const dayIn = (days: number, from = Date.now()) => localTime(from + days * DAY, zone).slice(0, 10);
  const plans = await listDayPlans(db, ownerId, dayIn(-LEAVES_WITHIN));
  const home = plans.find(({ homeExpected }) => homeExpected !== undefined)?.homeExpected;
  if (home && home >= dayIn(0) && home <= dayIn(1)) return dayIn(-1, Date.parse(`${home}T12:00:00Z`));
  const of = { userId: ownerId, profileId: OWN_PROFILE };
  const starts = (await listStoredCarePlans(db, of, 'en', 'all'))
    .filter(({ raw }) => raw.isForDischarge && !isOver(raw))
    .map(({ createdAt }) => dayIn(0, Date.parse(createdAt)))
    .filter((day) => day >= dayIn(-LEAVES_WITHIN) && day <= dayIn(1));
  const first = starts.toSorted()[0];
  return first === undefined ? null : first > dayIn(0) ? dayIn(0) : first;
}

/** Returns the time from which a check counts for the stay that is running; undefined without a stay. */
async function countsFrom(db: Db, ownerId: string): Promise<string | undefined> {
  const owner = await findUser(db, ownerId);
  const stay = owner && toStay(owner, await findStay(db, ownerId));
  if (stay?.state !== 'admitted') return undefined;
  const earliest = after(-COUNTS_FOR);
  return stay.admittedAt !== null && stay.admittedAt > earliest ? stay.admittedAt : earliest;
}

/** Returns why a list should be checked now, or null. */
async function dueOf(
  db: Db,
  list: CheckList,
  last: StoredCheck | undefined,
  zone: Zone,
): Promise<MedicationCheckReason | null> {
  const { ownerId, items } = list;
  if (await openAsk(db, ownerId)) return 'asked';
  if (items.length === 0) return null;
  const from = await countsFrom(db, ownerId);
  if (from === undefined) return null;
  const since = await leavingSince(db, ownerId, zone);
  if (since !== null) {
    const isChecked = last !== undefined && localTime(Date.parse(last.at), zone).slice(0, 10) >= since;
    const isSame = last && Object.values(changesSince(last, list)).every((count) => count === 0);
    if (!isChecked || !isSame) return 'discharge';
  }
  return last !== undefined && last.at >= from ? null : 'admission';
}

/** Returns what a reader needs to check a list; undefined if they may not. */
export async function readCheckState(
  { db, config, user, profileId }: Pick<Services, 'db' | 'config'> & { user: UserRow; profileId: number },
  { ownerId, scope }: OpenRecord,
): Promise<Medications['check']> {
  const share = (await sharesWith(db, user.id)).find((item) => item.profileId === profileId);
  if (ownerId === null || share?.permissions.feedback === false) return undefined;
  const list = await listOf(db, ownerId, scope);
  const last = await lastCheck(db, ownerId);
  const isYours = last?.authorId === user.id;
  const isKnown = isYours || ownerId === user.id;
  return {
    due: await dueOf(db, list, last, config.timeZone),
    list: versionOfList(list),
    medications: list.items.map(({ id }) => id),
    last: last
      ? {
          id: last.id,
          at: last.at,
          since: changesSince(last, list),
          isYours,
          who: isKnown ? last.who : null,
          differences: isKnown ? countDifferences(last) : null,
        }
      : null,
  };
}

/** Adds to each profile why its list of medications should be checked now, if the user may. */
export async function withMedicationChecks(
  { db, config }: Pick<Services, 'db' | 'config'>,
  user: UserRow,
  profiles: Profile[],
): Promise<Profile[]> {
  const owners = new Map<number, string>([[OWN_PROFILE, user.id]]);
  for (const { profileId, ownerId, permissions } of await sharesWith(db, user.id))
    if (OPENS.care(permissions) && OPENS.feedback(permissions)) owners.set(profileId, ownerId);
  const linked = await linkedAmong(db, [...owners.values()]);
  return Promise.all(
    profiles.map(async (profile) => {
      const ownerId = owners.get(profile.id);
      if (ownerId === undefined || !linked.has(ownerId)) return profile;
      const list = await listOf(db, ownerId, ownerId === user.id ? 'all' : 'shared');
      const due = await dueOf(db, list, await lastCheck(db, ownerId), config.timeZone);
      return due === null ? profile : { ...profile, medicationCheck: due };
    }),
  );
}

const refused = (field: string, reason: string) => new ProblemError('VALIDATION', { fields: { [field]: reason } });

/** Returns each medication of a list with its answer. @throws ProblemError VALIDATION */
function answered({ items }: CheckList, answers: NewMedicationCheck['answers'], locale: Locale): CheckedMedication[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const isWhole = byId.size === answers.length && answers.length === items.length;
  if (!isWhole || !items.every(({ id }) => byId.has(id)))
    throw refused('answers', translate(locale, 'field.answers.medications'));
  const missing = answers.findIndex(({ answer, words }) => answer === 'differently' && words === undefined);
  if (missing >= 0) throw refused(`answers.${missing}.words`, translate(locale, 'field.required'));
  return items.map((item) => {
    const { answer = 'take', words } = byId.get(item.id) ?? {};
    const { name, how } = item.body;
    const state = stateOf(item) ?? 'unclear';
    return { id: item.id, version: versionOf(item), name, how, state, answer, ...(words && { words: words.trim() }) };
  });
}

/** Returns each difference as a line of the request to staff. */
function linesOf(answers: readonly CheckedMedication[], added: NewMedicationCheck['added'], locale: Locale): string[] {
  const different = answers.filter(isDifferent).map(({ name, answer, words = '' }) => {
    const key =
      answer === 'not' && words !== '' ? 'medicationCheck.notBecause' : (`medicationCheck.${answer}` as const);
    return translate(locale, key, { name: textIn(name, locale), words });
  });
  const others = added.map(({ name, amount, when }) =>
    translate(locale, 'medicationCheck.added', { words: [name, amount, when].filter(Boolean).join(', ') }),
  );
  return [...different, ...others];
}

/** A change of a patient's checks, for the patient and supporters. */
const checkChange = (person: string, objectId: string): NewChange => ({
  person,
  kind: 'medications.updated',
  objectId,
  profileId: OWN_PROFILE,
  audience: 'care',
});

const trimmed = ({ name, amount, when }: NewMedicationCheck['added'][number]) => ({
  name: name.trim(),
  ...(amount && { amount: amount.trim() }),
  ...(when && { when: when.trim() }),
});

/**
 * Stores a check, with a request to staff if something differs from the record. The same check again is stored once.
 * @throws ProblemError NOT_FOUND, NOT_SHARED, FEEDBACK_NOT_SHARED, VALIDATION, TOO_MANY_REQUESTS, or MEDICATIONS_CHANGED if
 * the list isn't what it was when the check began
 */
export async function sendMedicationCheck(
  services: Services,
  { user, profileId, locale }: { user: UserRow; profileId: number; locale: Locale },
  check: NewMedicationCheck,
): Promise<MedicationCheck> {
  const { db, config, hospitalOutbox } = services;
  const owner = await profileOwner(db, user, profileId);
  const { ownerId: patientId, scope } = await resolveRecord(db, user, profileId, ['care']);
  if (patientId === null) throw new ProblemError('NOT_FOUND');
  const store = async (trx: Trx, list: CheckList) => {
    if (versionOfList(list) !== check.list) throw new ProblemError('MEDICATIONS_CHANGED');
    const answers = answered(list, check.answers, locale);
    const added = check.added.map(trimmed);
    const allowed = { key: `requests:${user.id}`, window: HOUR, most: config.limits.requestsPerPersonHour };
    await countWithin(trx, allowed, 'TOO_MANY_REQUESTS');
    const text = linesOf(answers, added, toDeskLocale(locale)).join('\n');
    const request =
      text === '' ? null : await addRequest(services, trx, { user, owner }, { kind: 'medications', text });
    const of = { id: check.id, patientId, authorId: user.id, requestId: request?.id ?? null };
    await insertCheck(trx, of, { answers, added });
    await audit(trx, {
      action: 'MEDICATIONS_CHECKED',
      actor: user.id,
      subject: patientId,
      object: 'medications',
      objectId: check.id,
    });
    const change = checkChange(patientId, check.id);
    await recordChanges(trx, [change, { ...change, audience: 'staff' }]);
  };
  const stored = await db.transaction().execute(async (trx) => {
    await lockUsers(trx, [patientId, user.id]);
    const list = await listOf(trx, patientId, scope);
    if (!(await findCheck(trx, check.id))) await store(trx, list);
    const found = await findCheck(trx, check.id);
    // An id that someone else has used.
    if (found?.authorId !== user.id || found.patientId !== patientId) throw new ProblemError('NOT_FOUND');
    return describeCheck(found, list, locale);
  });
  hospitalOutbox?.kick();
  return stored;
}

function describeCheck(check: StoredCheck, list: CheckList, locale: Locale): MedicationCheck {
  const { id, at, isByPatient, who, added, request } = check;
  return {
    id,
    at,
    since: changesSince(check, list),
    who: who === '' ? translate(locale, 'account.erased') : who,
    isByPatient,
    answers: check.answers.map(({ version: _version, ...answer }) => ({
      ...localized(answer, locale),
      isDifferent: isDifferent(answer),
    })),
    added,
    request,
  };
}

/** Returns all checks of a patient's list, newest first, for the patient and for staff. */
export async function readMedicationChecks(db: Db, patientId: string, locale: Locale): Promise<MedicationCheck[]> {
  const list = await listOf(db, patientId, 'all');
  return (await listChecks(db, patientId)).map((check) => describeCheck(check, list, locale));
}

/** @throws ProblemError NOT_FOUND */
export async function readDeskChecks(
  db: Db,
  log: StaffLog,
  patientId: string,
  locale: Locale,
): Promise<DeskMedicationChecks> {
  if (!(await findPatient(db, patientId))) throw new ProblemError('NOT_FOUND');
  await log(db, {
    action: 'STAFF_VIEWED',
    object: 'medication-checks',
    subjects: [patientId],
    objectId: patientId,
  });
  return { asked: await openAsk(db, patientId), checks: await readMedicationChecks(db, patientId, locale) };
}

/**
 * Asks a patient for a check, unless one is asked for already.
 * @throws ProblemError NOT_FOUND
 */
export async function askForMedicationCheck(
  db: Db,
  log: StaffLog,
  { patientId, staffId }: { patientId: string; staffId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await patientOf(trx, patientId);
    // Once: each change of its own would notify the patient.
    if (await askForCheck(trx, patientId, staffId)) await recordChanges(trx, [checkChange(patientId, patientId)]);
    await log(trx, {
      action: 'STAFF_CHANGED',
      object: 'medication-check-asked',
      subjects: [patientId],
      objectId: patientId,
    });
  });
}
