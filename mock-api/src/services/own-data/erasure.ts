/** Erasure of an account by its owner, and by staff for a patient who asks for it. */
import { type Locale, translate } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import { plain } from '../../common/text/search-text.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { isStaff } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from '../desk/log.ts';
import { patientOf } from '../desk/patients.ts';
import { eraseAccount } from '../erasure/erase.ts';
import { requireConfirmed } from './confirmation.ts';

/**
 * Erases the account of the session's user, whose sessions end.
 * @throws Problem CONFIRMATION_REQUIRED or STAFF_ACCOUNT
 */
export async function eraseOwnAccount({ db, surveyErasures }: Services, session: Session): Promise<void> {
  const { user } = session;
  if (isStaff(user)) throw new Problem('STAFF_ACCOUNT');
  requireConfirmed(session);
  await db.transaction().execute(async (trx) => {
    await eraseAccount(trx, user);
    await audit(trx, { action: 'ACCOUNT_ERASED', actor: user.id, subject: user.id, object: 'account' });
  });
  surveyErasures.kick();
}

/**
 * Erases a patient's account at their request.
 * @param name the patient's name, as staff have typed it: case, accents and spaces don't matter
 * @throws Problem NOT_FOUND, or VALIDATION if it is another name
 */
export async function erasePatient(
  { db, surveyErasures }: Services,
  log: StaffLog,
  { id, name, locale }: { id: string; name: string; locale: Locale },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const patient = await patientOf(trx, id);
    if (plain(name) !== plain(`${patient.first_name} ${patient.last_name}`))
      throw new Problem('VALIDATION', { fields: { name: translate(locale, 'field.name.other') } });
    await eraseAccount(trx, patient);
    await log(trx, { action: 'STAFF_CHANGED', object: 'account-erased', subjects: [id], objectId: id });
  });
  surveyErasures.kick();
}
