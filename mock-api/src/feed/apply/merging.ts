/** Merges of two patients, and patients who were entered in error. */
import { now } from '../../common/clock.ts';
import type { Trx } from '../../db/schema.ts';
import { renamePatient } from '../../records/record.ts';
import { type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { recordChanges, stayChange } from '../../repositories/changes.ts';
import { isInUse, retirePatient } from '../../repositories/feed/entered-in-error.ts';
import { asRetired, type MergeRow, mergeOf, wasUndone } from '../../repositories/feed/merges.ts';
import { touchLink } from '../../repositories/records/links.ts';
import { joinRecords, lockWithSupporters } from '../../services/desk/merges.ts';
import { patientKey } from '../fhir/identity.ts';
import type { FeedIdentifier, FeedMerge, FeedSubject } from '../fhir/reading.ts';
import type { Outcome } from './outcome.ts';
import { FEED, findPerson, isRetired, lockPerson, type Person } from './person.ts';

/** Returns a number as `feed_message_person` has it. */
const numberOf = ({ authority, value }: FeedIdentifier): string => `${authority}|${value}`;

/** Gives a number to a patient whom only the desk had entered with it. */
const linkNumber = (trx: Trx, { user, source }: Person, person: FeedIdentifier): Promise<void> =>
  touchLink(trx, { userId: user.id, source }, patientKey(person), now());

/** Gives a patient the surviving number, which nobody has; the retired one goes on leading to them. */
async function rename(trx: Trx, { user, source }: Person, { kept, retired }: FeedMerge): Promise<Outcome> {
  const of = { userId: user.id, source };
  await renamePatient(trx, of, patientKey(retired), patientKey(kept));
  await touchLink(trx, of, patientKey(kept), now());
  const former = { userId: user.id, source: `${FEED}/${patientKey(retired)}`.replace('Patient/', '') };
  await touchLink(trx, former, patientKey(retired), now());
  await updateUser(trx, user.id, { record_number: kept.value });
  const fact = { action: 'STAFF_CHANGED', actor: null, object: 'identifiers-changed', objectId: user.id } as const;
  await audit(trx, { ...fact, subject: user.id });
  await recordChanges(trx, [stayChange(user.id)]);
  return { state: 'applied', userId: user.id };
}

const REFUSED = { state: 'aside', reason: 'merge-refused' } as const;

/** Applies one merge. One that contradicts what is known is refused: it would mix or separate two people. */
export async function applyMerge(trx: Trx, merge: FeedMerge): Promise<Outcome> {
  const { kept, retired, patient } = merge;
  const other = await findPerson(trx, { person: retired, patient });
  if (!other) return { state: 'unused' };
  const survivor = await findPerson(trx, { person: kept, patient });
  const isRepeated = survivor?.user.id === other.user.id && isRetired(other) && !isRetired(survivor);
  if (isRepeated) return { state: 'applied', userId: survivor.user.id };
  // One of the numbers was retired: this would undo a merge, or merge somebody whose record is no longer apart.
  if (isRetired(other) || (survivor && isRetired(survivor))) return REFUSED;
  if (!survivor) return rename(trx, other, merge);
  if (survivor.user.id === other.user.id) return REFUSED;
  const ids = [survivor.user.id, other.user.id];
  if (await wasUndone(trx, survivor.user.id, other.user.id)) return REFUSED;
  await lockWithSupporters(trx, ids);
  await linkNumber(trx, survivor, kept);
  await linkNumber(trx, other, retired);
  await joinRecords(trx, survivor.user, other.user, { kept: numberOf(kept), retired: numberOf(retired) });
  return { state: 'applied', userId: survivor.user.id };
}

/** Applies the merges of a message: all of them, or none. */
export async function applyMerges(trx: Trx, merges: readonly FeedMerge[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const merge of merges) {
    const outcome = await applyMerge(trx, merge);
    if (outcome.state === 'aside') return outcome;
    outcomes.push(outcome);
  }
  return outcomes.find(({ state }) => state === 'applied') ?? { state: 'unused' };
}

/** Returns the merges through which a retired number leads to its patient, the first one first. */
async function mergesOf(trx: Trx, { source }: Person): Promise<MergeRow[]> {
  const found: MergeRow[] = [];
  let retired = source.split('/')[1];
  while (retired !== undefined) {
    const merge: MergeRow | undefined = await mergeOf(trx, retired);
    if (merge) found.push(merge);
    retired = merge?.user_id;
  }
  return found;
}

/** Does `work` for the patient of a message, so that an undo gives back what came by a retired number. */
export const byNumber = async <Answer>(trx: Trx, person: Person, work: () => Promise<Answer>): Promise<Answer> =>
  asRetired(trx, person.user.id, await mergesOf(trx, person), work);

const hasLogin = ({ password_hash, wristband_code, phone_number, last_login_at, pin_entered_at }: UserRow): boolean =>
  password_hash !== null ||
  wristband_code !== null ||
  phone_number !== '' ||
  last_login_at !== null ||
  pin_entered_at !== null;

/**
 * Removes a patient who was entered in error, unless anything but the number is known of them: that is for staff. A
 * number that a merge has retired says nothing about the one who survived it.
 */
export async function removePatient(trx: Trx, subject: FeedSubject): Promise<Outcome> {
  const found = await lockPerson(trx, subject);
  if (!found || isRetired(found)) return { state: 'unused' };
  const { user } = found;
  if (hasLogin(user) || (await isInUse(trx, user.id))) return { state: 'aside', reason: 'by-hand', userId: user.id };
  await retirePatient(trx, user.id);
  await audit(trx, { action: 'STAFF_CHANGED', actor: null, subject: user.id, object: 'patient-removed' });
  await recordChanges(trx, [stayChange(user.id)]);
  return { state: 'applied', userId: user.id };
}
