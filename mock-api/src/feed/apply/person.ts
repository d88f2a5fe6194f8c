/** The patient whom a message is about: found by record number, created, changed. */
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { Trx } from '../../db/schema.ts';
import { hasFamilyName } from '../../records/connector/server/patients.ts';
import { isObject, objectsIn } from '../../records/fhir/json.ts';
import { insertUser, lockUser, noEmail, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { findPatient, patients } from '../../repositories/desk/patients.ts';
import { findLinkByPatient } from '../../repositories/records/links.ts';
import { newUser } from '../../services/accounts/accounts.ts';
import { changedParts } from '../../services/accounts/identity.ts';
import { startWithoutDemo } from '../../services/demo/demo.ts';
import { patientKey } from '../fhir/identity.ts';
import type { FeedIdentifier, FeedSubject } from '../fhir/reading.ts';

/** Source of everything that comes from the feed. */
export const FEED = 'feed';

/** Whom a message is about, as it says it. */
type Identified = Pick<FeedSubject, 'person' | 'patient'>;

/** Full dates of birth only: the account's is compared with others. */
const dayOfBirth = ({ patient }: Identified): string | undefined =>
  typeof patient?.birthDate === 'string' && patient.birthDate.length === 10 ? patient.birthDate : undefined;

/** A patient, and the source that what their number brings belongs to. */
export interface Person {
  user: UserRow;
  /** `feed`; `feed/…` for a number that a merge has retired. */
  source: string;
}

export const isRetired = ({ source }: Pick<Person, 'source'>): boolean => source !== FEED;

/** Returns the patient whose record the feed knows by a number. */
async function findLinked(trx: Trx, person: FeedIdentifier): Promise<Person | undefined> {
  const found = await findLinkByPatient(trx, FEED, patientKey(person));
  const user = found && (await findPatient(trx, found.user_id));
  return user && { user, source: found.source };
}

/** Returns whether a patient is the person of a message, whose number somebody may have mistyped at the desk. */
function isSame(subject: Identified, { date_of_birth: known, last_name: family }: UserRow): boolean {
  const born = dayOfBirth(subject);
  if (born !== undefined && known !== null) return born === known;
  const named = namesOf(subject).last_name;
  return named !== undefined && hasFamilyName({ familyNames: [named] }, family);
}

/**
 * Returns the patient of whom the desk has entered a record number, if it is the only one, the feed knows this patient
 * by no other number, and the dates of birth agree, or the family names where one side has no date.
 */
async function findEntered(trx: Trx, subject: Identified): Promise<Person | undefined> {
  const found = await patients(trx)
    .where('record_number', '=', subject.person.value)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fhir_links')
            .select('fhir_links.user_id')
            .whereRef('fhir_links.user_id', '=', 'users.id')
            .where('source', '=', FEED),
        ),
      ),
    )
    .limit(2)
    .execute();
  const [only, ...others] = found;
  return only && others.length === 0 && isSame(subject, only) ? { user: only, source: FEED } : undefined;
}

/** Returns the patient with a number; undefined if there is none. */
export const findPerson = async (trx: Trx, subject: Identified): Promise<Person | undefined> =>
  (await findLinked(trx, subject.person)) ?? (await findEntered(trx, subject));

/** Returns the patient of a message, locked until the transaction ends; undefined if there is none. */
export async function lockPerson(trx: Trx, subject: Identified): Promise<Person | undefined> {
  const found = await findPerson(trx, subject);
  if (!found) return undefined;
  await lockUser(trx, found.user.id);
  const user = await findPatient(trx, found.user.id);
  // A merge may have retired the patient meanwhile.
  return user ? { ...found, user } : findPerson(trx, subject);
}

/** Returns the names that a message gives; a name can't be deleted. */
function namesOf({ patient }: Identified): Pick<Partial<UserRow>, 'first_name' | 'last_name'> {
  const [name] = objectsIn(patient?.name);
  if (!isObject(name)) return {};
  const given = Array.isArray(name.given) ? name.given.join(' ') : '';
  return {
    ...(given !== '' && { first_name: given }),
    ...(typeof name.family === 'string' && { last_name: name.family }),
  };
}

/** Returns what a message changes of a patient's account. Never a number: the desk confirms those. */
function changesOf(
  subject: FeedSubject,
): Partial<Pick<UserRow, 'first_name' | 'last_name' | 'date_of_birth' | 'record_number'>> {
  const born = subject.patient?.birthDate === null ? null : dayOfBirth(subject);
  return {
    ...namesOf(subject),
    ...(born !== undefined && { date_of_birth: born }),
    record_number: subject.person.value,
  };
}

/** Creates a patient without a wristband or a number, whom the desk has yet to meet. */
export async function createPerson(trx: Trx, subject: FeedSubject, config: Config): Promise<Person> {
  const id = randomUUID();
  const user = newUser({
    id,
    email: noEmail(id),
    first_name: '',
    last_name: '',
    ...changesOf(subject),
    organization: config.brand.hospital,
    email_validated: 1,
    has_demo: 0,
  });
  await insertUser(trx, user);
  await startWithoutDemo(trx, id, config);
  await audit(trx, { action: 'STAFF_CHANGED', actor: null, subject: id, object: 'patient-created', objectId: id });
  return { user: await patients(trx).where('id', '=', id).executeTakeFirstOrThrow(), source: FEED };
}

/** Changes a patient's account as the message says, with an entry in the log for each part of the identity. */
export async function changePerson(trx: Trx, before: UserRow, subject: FeedSubject): Promise<UserRow> {
  const changes = Object.entries(changesOf(subject)).filter(
    ([column, value]) => before[column as keyof UserRow] !== value,
  );
  if (changes.length === 0) return before;
  const after = await updateUser(trx, before.id, Object.fromEntries(changes));
  await audit(
    trx,
    ...changedParts(before, after).map((object) => ({
      action: 'IDENTITY_CHANGED' as const,
      actor: null,
      subject: after.id,
      object,
    })),
  );
  return after;
}
