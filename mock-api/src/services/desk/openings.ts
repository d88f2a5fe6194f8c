/** How a nurse opens a patient outside their wards ("break glass"): with a reason, which the patient can read. */
import { isInReach } from '../../access/desk-access.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { NewOpening } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { grantOf } from '../../repositories/accounts/staff-roles.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { insertOpening } from '../../repositories/desk/openings.ts';
import { findPatient, findPatientByCode } from '../../repositories/desk/patients.ts';
import type { StaffLog } from './log.ts';

/**
 * Opens a patient for some hours. Of a patient who is open already, nothing is stored.
 * @throws ProblemError NOT_FOUND, or VALIDATION if the reason is `other` and there is no note
 */
export async function openPatient(
  db: Db,
  log: StaffLog,
  { id, user, locale }: { id: string; user: UserRow; locale: Locale },
  opening: NewOpening,
): Promise<void> {
  if (opening.reason === 'other' && !opening.note?.trim())
    throw new ProblemError('VALIDATION', { fields: { note: translate(locale, 'field.note.required') } });
  const { wards } = grantOf(user);
  await db.transaction().execute(async (trx) => {
    const patient = await findPatient(trx, id);
    if (!patient) throw new ProblemError('NOT_FOUND');
    const isOpen = wards === null || (await isInReach(trx, { about: 'patient', id, wards, staffId: user.id }));
    if (isOpen) return log(trx, { action: 'STAFF_VIEWED', object: 'patient', subjects: [id] });
    const objectId = await insertOpening(trx, { patientId: id, staffId: user.id, ward: patient.ward }, opening);
    return log(trx, { action: 'STAFF_VIEWED', object: `opened-${opening.reason}`, subjects: [id], objectId });
  });
}

/**
 * Finds someone by a code that only the person or their chart shows. Says nothing but where their page is, which asks
 * for a reason.
 * @throws ProblemError NOT_FOUND
 */
export async function lookUpPatient(db: Db, log: StaffLog, code: string): Promise<{ id: string }> {
  const patient = await findPatientByCode(db, code.trim());
  if (!patient) throw new ProblemError('NOT_FOUND');
  await log(db, { action: 'STAFF_VIEWED', object: 'patient-looked-up', subjects: [patient.id] });
  return { id: patient.id };
}
