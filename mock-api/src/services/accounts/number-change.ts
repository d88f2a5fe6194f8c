/** Consequences of changing an account's mobile number, so that a stranger cannot do it unnoticed. */

import type { FastifyBaseLogger } from 'fastify';
import { toLocale, translate } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { Trx } from '../../db/schema.ts';
import { deletePin } from '../../repositories/accounts/one-time-codes.ts';
import { allowPhoneChange, endOtherSessions, type Session } from '../../repositories/accounts/sessions.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import type { Notifier } from '../messages/notifier.ts';

/** Logs that the old number was not warned, and why; the line's request identifies the account. */
type NumberChangeLog = Pick<FastifyBaseLogger, 'warn'>;

/**
 * Texts the old number. The number is changed even if the old one cannot be texted, or was warned too often just now.
 * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT, so that an account cannot use up its text messages to change its number
 * without a warning
 */
async function warnOldNumber(trx: Trx, notifier: Notifier, before: UserRow, log: NumberChangeLog): Promise<void> {
  if (before.phone_number === '') return;
  const words = translate(toLocale(before.locale), 'sms.phoneChanged', notifier.contacts);
  await notifier.warn(trx, before.phone_number, words, before.id).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code === 'TOO_MANY_TEXTS_BY_ACCOUNT') throw error;
    log.warn({ code: error.code }, 'a changed number was not told to the old one');
  });
}

/**
 * Invalidates the code that was sent to the old number, and notifies the user by email and by a text message to the
 * old number. A user who lost their phone and signed in by wristband is signed out everywhere else, including the lost
 * phone.
 * @param session the one that changed the number
 * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT if the account has used up its text messages of the hour
 */
export async function followNewNumber(
  trx: Trx,
  notifier: Notifier,
  { user: before, tokenHash, scope }: Session,
  user: UserRow,
  log: NumberChangeLog,
): Promise<void> {
  await deletePin(trx, user.id);
  await allowPhoneChange(trx, tokenHash, false);
  if (scope === 'narrow') await endOtherSessions(trx, user.id, tokenHash);
  await notifier.mail(trx, user, 'phoneChanged');
  await warnOldNumber(trx, notifier, before, log);
}
