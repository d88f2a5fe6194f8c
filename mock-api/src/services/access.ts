/** How somebody gets in: by wristband, by e-mail and password, by the code of a validated e-mail; and the PIN texts. */

import type { Services } from '../app-types.ts';
import { now } from '../clock.ts';
import type { PinSent, SessionAnswer } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { type Locale, translate } from '../i18n.ts';
import { maskPhone } from '../phone.ts';
import { Problem } from '../problems.ts';
import { openSession, type Session } from '../repositories/sessions.ts';
import { clearThrottle } from '../repositories/throttles.ts';
import { consumeToken } from '../repositories/tokens.ts';
import { findUser, findUserByWristband, toMe, type UserRow, updateUser } from '../repositories/users.ts';
import { checkPassword, countFailure, refuseWhileBlocked } from './login.ts';
import { issuePin } from './pin.ts';

/** Remembers the language a person signs in with: texts and e-mails use it. */
const spoken = (locale: Locale | undefined) => (locale ? { locale } : {});

async function open(db: Db, user: UserRow, scope: Session['scope']): Promise<SessionAnswer> {
  return { token: await openSession(db, user.id, scope), user: toMe(user, scope) };
}

export async function loginByPassword(
  db: Db,
  email: string,
  password: string,
  locale: Locale | undefined,
): Promise<SessionAnswer> {
  const { id } = await checkPassword(db, email, password);
  const user = await updateUser(db, id, { last_login_at: now(), ...spoken(locale) });
  return open(db, user, 'full');
}

async function loginByUniqueCode(db: Db, code: string): Promise<SessionAnswer> {
  return db.transaction().execute(async (trx) => {
    const userId = await consumeToken(trx, 'login', code.trim());
    const user = userId === undefined ? undefined : await findUser(trx, userId);
    if (!user) throw new Problem('BARCODE_UNKNOWN');
    return open(trx, await updateUser(trx, user.id, { last_login_at: now() }), 'full');
  });
}

/**
 * A wristband's code opens a narrow session, the code of a just validated e-mail a full one.
 * @throws Problem BARCODE_UNKNOWN
 */
export async function loginByCode(db: Db, code: string, locale: Locale | undefined): Promise<SessionAnswer> {
  const scanned = await findUserByWristband(db, code);
  if (!scanned) return loginByUniqueCode(db, code);
  const user = await updateUser(db, scanned.id, {
    scanned_at: now(),
    scan_count: scanned.scan_count + 1,
    ...spoken(locale),
  });
  return open(db, user, 'narrow');
}

/**
 * Texts a new PIN to the user's own number; with `unlessAlive` only when the last one does not work any more.
 * @throws Problem NO_PHONE, PIN_LOCKED, TOO_MANY_TEXTS
 */
export async function sendPin(
  { db, post }: Services,
  { user }: Session,
  locale: Locale,
  unlessAlive = false,
): Promise<PinSent> {
  if (user.phone_number === '') throw new Problem('NO_PHONE');
  const expiresAt = await db.transaction().execute(async (trx) => {
    const { pin, expiresAt: end } = await issuePin(trx, user, unlessAlive);
    if (pin) await post.text(trx, user.phone_number, translate(locale, 'sms.pin', { pin }));
    return end;
  });
  post.kick();
  return { maskedPhone: maskPhone(user.phone_number), expiresAt };
}

/**
 * Compares an e-mail with the user's, ignoring case. Wrong tries are slowed down like wrong passwords.
 * @throws Problem EMAIL_MISMATCH or LOGIN_BLOCKED
 */
export async function confirmEmail(db: Db, { user }: Session, email: string): Promise<void> {
  const key = `email-step:${user.id}`;
  await refuseWhileBlocked(db, key);
  if (email.trim().toLowerCase() !== user.email) {
    throw (await countFailure(db, key)) ?? new Problem('EMAIL_MISMATCH');
  }
  await clearThrottle(db, key);
}
