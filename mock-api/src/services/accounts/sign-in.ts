/** Sign-in by wristband, by email and password, or by the code of a validated email; and sending the PIN. */
import type { FastifyRequest } from 'fastify';
import { now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { maskPhone } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import { HOSPITAL_STATUS, type PasswordLogin, type PinSent, type SessionAnswer } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { issuerOf } from '../../repositories/accounts/identities.ts';
import { consumeToken } from '../../repositories/accounts/one-time-codes.ts';
import { openSession, type Session } from '../../repositories/accounts/sessions.ts';
import { partOf } from '../../repositories/accounts/throttles.ts';
import { findUser, findUserByWristband, isStaff, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit, failedSignIn } from '../../repositories/audit.ts';
import { deviceOf } from '../../security/device.ts';
import { type NewCode, newCode } from '../../security/passwords/short-codes.ts';
import { newPin, newSecondFactorCode, sha256 } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { holdInvitation } from '../sharing/invitations.ts';
import { strongFactorOf } from './enrolment.ts';
import { checkPassword, countAddressFailure, refuseAddressWhileBlocked, tryOnce } from './login-throttle.ts';
import { describeMe } from './me.ts';
import { issuePin } from './pin.ts';
import { mailSecondFactor } from './second-factor.ts';

/** Returns the change that stores the language of a sign-in: text messages and emails use it. */
export const localeUpdate = (locale: Locale | undefined) => (locale ? { locale } : {});

/** Caller of a request: the requested language, the network address, the device (see `deviceOf`), and the cookies. */
export interface Caller {
  locale: Locale | undefined;
  address: string;
  device: string | null;
  cookies: string | undefined;
}

/** How a person signed in, as the audit log says: `oidc:` is followed by the identity provider's id. */
type SignInMethod = 'password' | 'passkey' | 'wristband' | 'email-link' | `oidc:${string}`;

/**
 * Staff whose account is linked to an identity provider sign in through it only, as long as the settings name it: the
 * provider decides who is staff. One setting asks it of all staff.
 * @throws ProblemError SSO_REQUIRED
 */
async function requireProvider({ config }: Services, db: Db, user: UserRow): Promise<void> {
  if (!isStaff(user)) return;
  const { only, providers } = config.staffOidc;
  const issuer = await issuerOf(db, user.id);
  if (only || providers.some((provider) => provider.issuer === issuer)) throw new ProblemError('SSO_REQUIRED');
}

/**
 * Opens a session, and records it in the audit log.
 * @throws ProblemError SSO_REQUIRED
 */
export async function openFor(
  services: Services,
  db: Db,
  user: UserRow,
  { scope, device, how }: { scope: Session['scope']; device: string | null; how: SignInMethod },
): Promise<SessionAnswer> {
  const { config } = services;
  if (!how.startsWith('oidc:')) await requireProvider(services, db, user);
  const token = await openSession(db, user.id, scope, config.limits, device);
  await audit(db, { action: 'SIGNED_IN', actor: user.id, subject: user.id, object: scope, objectId: how });
  return { token, user: await describeMe(db, config, user, scope) };
}

/**
 * Opens a narrow session for staff, and emails a code unless they have a passkey or an authenticator app.
 * @throws ProblemError SECOND_FACTOR_LOCKED
 */
async function openForStaff(
  services: Services,
  trx: Trx,
  user: UserRow,
  { device, cookies, code }: Caller & { code: NewCode },
): Promise<SessionAnswer> {
  const answer = await openFor(services, trx, user, { scope: 'narrow', device, how: 'password' });
  const strong = await strongFactorOf(trx, user.id);
  if (strong) return { ...answer, secondFactor: strong };
  const known = services.devices.recognise(cookies, user);
  await mailSecondFactor(services.notifier, trx, { user, tokenHash: sha256(answer.token), device: known }, code);
  return { ...answer, secondFactor: 'email' };
}

/** Holds an invitation for an account under review. Sign-in continues if the invitation is no longer open. */
async function holdForReview(db: Db, token: string, user: SessionAnswer['user']): Promise<void> {
  if (user.scope !== 'full' || user.hospitalStatusId !== HOSPITAL_STATUS.UNDER_REVIEW) return;
  await db
    .transaction()
    .execute((trx) => holdInvitation(trx, token, user.id))
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
    });
}

/** @throws ProblemError LOGIN_FAILED, LOGIN_BLOCKED, SSO_REQUIRED or SECOND_FACTOR_LOCKED */
export async function loginByPassword(
  services: Services,
  { username, password, invitation }: PasswordLogin,
  caller: Caller,
): Promise<SessionAnswer> {
  const { db, notifier } = services;
  const { locale, device } = caller;
  const account = await checkPassword(services, { ...caller, email: username, password });
  const newFactor = () => newCode(newSecondFactorCode());
  const code = isStaff(account) ? await newFactor() : undefined;
  // One transaction: no session without its entry in the log, and one write to the disk for all three.
  const answer = await db.transaction().execute(async (trx) => {
    const user = await updateUser(trx, account.id, { last_login_at: now(), ...localeUpdate(locale) });
    if (isStaff(user)) return openForStaff(services, trx, user, { ...caller, code: code ?? (await newFactor()) });
    return openFor(services, trx, user, { scope: 'full', device, how: 'password' });
  });
  if (answer.secondFactor === 'email') notifier.kick();
  if (invitation !== undefined) await holdForReview(db, invitation, answer.user);
  return answer;
}

async function loginByUniqueCode(services: Services, code: string, device: string | null): Promise<SessionAnswer> {
  return services.db.transaction().execute(async (trx) => {
    const userId = await consumeToken(trx, 'login', code.trim());
    const user = userId === undefined ? undefined : await findUser(trx, userId);
    if (!user || isStaff(user)) throw new ProblemError('BARCODE_UNKNOWN');
    const changed = await updateUser(trx, user.id, { last_login_at: now() });
    return openFor(services, trx, changed, { scope: 'full', device, how: 'email-link' });
  });
}

/**
 * Opens a narrow session with a wristband's code, or a full one with the code of an email that was just validated.
 * Unknown codes count against the network address, so that a caller cannot try them all. A known device never waits for
 * its network.
 * @throws ProblemError BARCODE_UNKNOWN or LOGIN_BLOCKED
 */
export async function loginByCode(
  services: Services,
  code: string,
  { locale, address, device, cookies }: Caller,
): Promise<SessionAnswer> {
  const { db, devices } = services;
  const scanned = await findUserByWristband(db, code);
  if (devices.recognise(cookies, scanned) === undefined) await refuseAddressWhileBlocked(services, address);
  // Staff have no wristband: a code from before they became staff opens nothing.
  if (!scanned || isStaff(scanned)) {
    return loginByUniqueCode(services, code, device).catch(async (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      await audit(db, failedSignIn('wristband', null));
      throw (await countAddressFailure(services, address)) ?? error;
    });
  }
  const user = await updateUser(db, scanned.id, {
    scanned_at: now(),
    scan_count: scanned.scan_count + 1,
    ...localeUpdate(locale),
  });
  return openFor(services, db, user, { scope: 'narrow', device, how: 'wristband' });
}

/**
 * Texts a new PIN to the user's own number; with `unlessAlive` only if the last one is no longer valid.
 * @throws ProblemError NO_PHONE, PIN_LOCKED, COUNTRY_NOT_SERVED, TOO_MANY_TEXTS…, TOO_MANY_PINS_TODAY
 */
export async function sendPin(
  { db, config, notifier, devices }: Services,
  { user, tokenHash: sessionHash }: Session,
  wanted: { locale: Locale; address: string; cookies: string | undefined; unlessAlive: boolean },
): Promise<PinSent> {
  const { locale, address, unlessAlive } = wanted;
  const { id: account, phone_number: number, phone_digits: digits } = user;
  if (number === '') throw new ProblemError('NO_PHONE');
  const device = devices.recognise(wanted.cookies, user);
  // Others who use up the texts to this number cannot keep its owner's known device from getting one.
  const cause = { account, address, ...(device === undefined ? {} : { limitedBy: partOf(digits, device) }) };
  const made = await newCode(newPin(config.pinDigits));
  const expiresAt = await db.transaction().execute(async (trx) => {
    const issued = await issuePin(trx, { userId: account, sessionHash, device }, made, { unlessAlive });
    const text = translate(locale, 'sms.pin', { pin: made.code });
    if (issued.isNew) await notifier.text(trx, number, text, cause, 'pin');
    return issued.expiresAt;
  });
  notifier.kick();
  return { maskedPhone: maskPhone(number), expiresAt };
}

/** Returns the key that counts a user's wrong emails at the email step. */
export const emailStepKey = (userId: string) => `email-step:${userId}`;

/**
 * Compares an email with the user's, ignoring case. Wrong attempts are slowed down like wrong passwords.
 * @throws ProblemError EMAIL_MISMATCH or LOGIN_BLOCKED
 */
export async function confirmEmail(
  services: Services,
  { user }: Session,
  { email, address, cookies }: { email: string; address: string; cookies: string | undefined },
): Promise<void> {
  const origin = { address, device: services.devices.recognise(cookies, user) };
  const failure = failedSignIn('email', user.id, user.id);
  const isRight = () => email.trim().toLowerCase() === user.email;
  if (!(await tryOnce(services, { key: emailStepKey(user.id), failure, ...origin, isRight })))
    throw new ProblemError('EMAIL_MISMATCH');
}

/** Returns where a sign-in comes from: language, address and device. */
export function callerOf({ wantedLocale, ip, headers }: FastifyRequest): Caller {
  return { locale: wantedLocale, address: ip, device: deviceOf(headers['user-agent']), cookies: headers.cookie };
}
