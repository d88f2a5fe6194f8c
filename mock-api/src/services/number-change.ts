/** What follows when the mobile number of an account changes, so that a stranger can't do it unseen. */

import type { FastifyBaseLogger } from 'fastify';
import type { Trx } from '../db/schema.ts';
import { toLocale, translate } from '../i18n.ts';
import { Problem } from '../problems.ts';
import { deletePin } from '../repositories/pins.ts';
import { allowPhoneChange, endOtherSessions, type Session } from '../repositories/sessions.ts';
import type { UserRow } from '../repositories/users.ts';
import type { Notifier } from './notifier.ts';

/** Says that the old number was not warned, and why; the line's request names the account. */
type NumberChangeLog = Pick<FastifyBaseLogger, 'warn'>;

/**
 * Texts the old number. The number changes also where that can't be texted, or was warned too often just now.
 * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT, so that an account can't use up its texts to change its number without a warning
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
 * Ends the code that was sent to the old number, and tells the person by e-mail and by a text to the old number. Who had lost
 * the phone and came by wristband is signed out everywhere else: the lost phone, too.
 * @param session the one that changed the number
 * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT when the account has caused all its texts of the hour
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
