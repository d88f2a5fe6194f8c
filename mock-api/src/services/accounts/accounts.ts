/** Accounts: registration, email validation and password reset. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { maskPhone, phoneDigits } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import {
  type EmailValidated,
  type EmailValidation,
  HOSPITAL_STATUS,
  type InterestSignUp,
  type PasswordReset,
  type Registered,
  type Registration,
} from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { consumeToken, findToken, issueToken, revokeTokens } from '../../repositories/accounts/one-time-codes.ts';
import { endAllSessions } from '../../repositories/accounts/sessions.ts';
import { storeInterest } from '../../repositories/accounts/sign-ups.ts';
import { clearThrottle } from '../../repositories/accounts/throttles.ts';
import {
  ACTIVE_STATUS,
  findUser,
  findUserByEmail,
  insertUser,
  isStaff,
  type NewUser,
  noEmail,
  PATIENT,
  SUPPORTER,
  type UserRow,
  updateUser,
} from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { accountChange, recordChanges } from '../../repositories/changes.ts';
import { isCommonPassword } from '../../security/passwords/common-passwords.ts';
import { hashPassword } from '../../security/passwords/passwords.ts';
import type { Services } from '../context.ts';
import { startDemo, startWithoutDemo } from '../demo/demo.ts';
import { countFromAddress } from '../messages/limits.ts';
import { mailValidation } from '../messages/mail-request-queue.ts';
import { refuseNumber } from '../messages/notifier.ts';
import {
  holdInvitation,
  holdUntilValidated,
  lockWithInviters,
  matchByNumber,
  readInvitation,
  settleHeld,
} from '../sharing/invitations.ts';
import { agreeToAll } from './agreements.ts';
import { auditIdentity } from './identity.ts';
import { accountKey } from './login-throttle.ts';

/** Returns a row for a new account; unknown values are empty. */
export function newUser(
  values: Partial<NewUser> & Pick<NewUser, 'id' | 'email' | 'first_name' | 'last_name'>,
): NewUser {
  const time = now();
  return {
    phone_number: '',
    phone_digits: phoneDigits(values.phone_number ?? ''),
    role_type: PATIENT,
    is_champion: 0,
    status_id: ACTIVE_STATUS,
    hospital_status_id: HOSPITAL_STATUS.APPROVED,
    email_validated: 0,
    nda: 0,
    terms_conditions: 0,
    scan_count: 0,
    locale: 'en',
    created_at: time,
    updated_at: time,
    ...values,
  };
}

/**
 * Adds an account without a person, which no one can sign in to, for what belongs to no one in particular. One with this
 * id stays as it is.
 */
export async function insertNobody(trx: Trx, id: string, ward: string | null = null, time = now()): Promise<void> {
  const closed = { disabled_at: time, deleted_at: time, created_at: time, updated_at: time, has_demo: 0 };
  await insertUser(trx, newUser({ id, email: noEmail(id), first_name: '', last_name: '', ward, ...closed }));
}

function hospitalStatus(email: string, { approvedDomains }: Config): number {
  const domain = email.split('@')[1] ?? '';
  return approvedDomains.includes(domain) ? HOSPITAL_STATUS.APPROVED : HOSPITAL_STATUS.UNDER_REVIEW;
}

/** A new password, and whether it is known from a breach. */
interface NewPassword {
  password: string;
  isBreached: boolean;
}

/** @throws ProblemError PASSWORD_COMMON */
function refuseGuessablePassword(
  { password, isBreached }: NewPassword,
  person: { firstName: string; lastName: string; email: string },
  { brand }: Config,
  locale: Locale,
): void {
  const own = [person.firstName, person.lastName, person.email.split('@')[0] ?? '', brand.name, brand.hospital];
  if (!isBreached && !isCommonPassword(password, own)) return;
  throw new ProblemError('PASSWORD_COMMON', { fields: { password: translate(locale, 'error.PASSWORD_COMMON') } });
}

/**
 * Holds the invitation that a new account came with until its email is validated: the patient is asked about that
 * email. With STRICT_IDENTITY nothing shows until then: what a patient sees of an invitation must not reveal whether an
 * email had an account.
 * @throws ProblemError LINK_DEAD
 */
async function answerInvitation(trx: Trx, config: Config, token: string, user: UserRow): Promise<void> {
  const isReviewed = user.hospital_status_id !== HOSPITAL_STATUS.APPROVED;
  await (isReviewed && !config.strictIdentity ? holdInvitation : holdUntilValidated)(trx, token, user.id);
}

/**
 * Shortest time in milliseconds until a registration is answered, so that it doesn't tell new emails from known ones.
 */
const REGISTRATION_TIME = 400;

/** Where a registration comes from. */
interface Registrant {
  locale: Locale;
  address: string;
  /** See `KnownDevices`; null if unknown. */
  browser: string | null;
}

/**
 * Creates an account. With STRICT_IDENTITY an email that has an account gets the same answer as a new one, and an email
 * that says so.
 * @throws ProblemError VALIDATION (the passwords differ, or the number cannot be texted), PASSWORD_COMMON,
 * TOO_MANY_SIGN_UPS, ACCOUNT_EXISTS, or LINK_DEAD for an invitation that is not valid
 */
export async function register(
  services: Services,
  form: Registration,
  { locale, address, browser }: Registrant,
): Promise<Registered> {
  const { config, notifier, mailRequests } = services;
  if (form.password !== form.confirmPassword) {
    throw new ProblemError('VALIDATION', {
      fields: { confirmPassword: translate(locale, 'field.confirmPassword.different') },
    });
  }
  const isBreached = await services.breachedPasswords.has(form.password);
  refuseGuessablePassword({ password: form.password, isBreached }, form, config, locale);
  refuseNumber(config, 'phoneNumber', form.phoneNumber, locale);
  await countSignUp(services, 'registrations', address);
  const earliest = config.strictIdentity ? setTimeout(REGISTRATION_TIME) : undefined;
  const email = form.email.toLowerCase();
  // A hospital may trust every person whom its patients invite.
  const isAdmitted = form.invitation !== undefined && config.invitedDomains === 'any';
  const user = newUser({
    id: randomUUID(),
    email,
    first_name: form.firstName.trim(),
    last_name: form.lastName.trim(),
    organization: form.organization.trim(),
    phone_number: form.phoneNumber.trim(),
    password_hash: await hashPassword(form.password),
    hospital_status_id: isAdmitted ? HOSPITAL_STATUS.APPROVED : hospitalStatus(email, config),
    role_type: form.invitation === undefined ? PATIENT : SUPPORTER,
    has_demo: form.invitation === undefined ? 1 : 0,
    nda: 1,
    terms_conditions: 1,
    locale,
    registered_with: browser,
  });
  const { hospital_status_id: hospitalStatusId } = user;
  const isCreated = await createAccount(services, user, form.invitation);
  if (!isCreated && !config.strictIdentity) throw new ProblemError('ACCOUNT_EXISTS', { params: { email: form.email } });
  if (isCreated) notifier.kick();
  else await mailRequests.request('account-exists', email);
  await earliest;
  return { email, hospitalStatusId, ...(config.strictIdentity && { byEmail: true }) };
}

/**
 * Stores a new account, and emails its validation link.
 * @returns false if the email already has an account
 * @throws ProblemError LINK_DEAD for an invitation that is not valid
 */
function createAccount(
  { db, config, notifier }: Services,
  user: NewUser,
  invitation: string | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await insertUser(trx, user))) {
      // Known or not, an email gets the same answer.
      if (config.strictIdentity && invitation !== undefined) await readInvitation(trx, invitation);
      return false;
    }
    await agreeToAll(trx, config, user.id);
    const hasDemo = config.demo.on && user.has_demo === 1;
    await (hasDemo ? startDemo(trx, user.id) : startWithoutDemo(trx, user.id, config));
    const row = await findUserByEmail(trx, user.email);
    if (!row) throw new ProblemError('NOT_FOUND');
    if (row.hospital_status_id !== HOSPITAL_STATUS.APPROVED) await recordChanges(trx, [accountChange(row.id)]);
    if (invitation !== undefined) await answerInvitation(trx, config, invitation, row);
    await mailValidation(notifier, trx, row);
    return true;
  });
}

/**
 * Replaces what a stranger may have registered for someone else's email: the password, open sessions, and the number if
 * it isn't this person's.
 * @throws ProblemError PASSWORD_COMMON
 */
async function replaceRegistration(
  trx: Trx,
  config: Config,
  user: UserRow,
  { passwordHash, removePhone, ...chosen }: NewPassword & { passwordHash: string; removePhone: boolean },
  locale: Locale,
): Promise<UserRow> {
  const { id, first_name: firstName, last_name: lastName, email } = user;
  refuseGuessablePassword(chosen, { firstName, lastName, email }, config, locale);
  await endAllSessions(trx, id);
  await revokeTokens(trx, 'reset-password', id);
  await clearThrottle(trx, accountKey(email));
  const noPhone = { phone_number: '', phone_digits: '' };
  const replaced = await updateUser(trx, id, { password_hash: passwordHash, ...(removePhone ? noPhone : {}) });
  await auditIdentity(trx, user, replaced, { actor: null });
  return replaced;
}

/**
 * Uses a validation link. Only an approved account gets the code that signs it in. With STRICT_IDENTITY another browser
 * than the one that registered has to set a password first: anyone may have registered the email.
 * @throws ProblemError LINK_DEAD or PASSWORD_COMMON
 */
export async function validateEmail(
  { db, config, breachedPasswords }: Services,
  { uuid, password, removePhone = false }: EmailValidation,
  { browser, locale }: { browser: string | undefined; locale: Locale },
): Promise<EmailValidated> {
  const own = config.strictIdentity ? password : undefined;
  const replaced =
    own === undefined
      ? undefined
      : {
          password: own,
          isBreached: await breachedPasswords.has(own),
          passwordHash: await hashPassword(own),
          removePhone,
        };
  return db.transaction().execute(async (trx) => {
    const found = await findToken(trx, 'validate-email', uuid);
    const registered = found === undefined ? undefined : await findUser(trx, found);
    if (!registered) throw new ProblemError('LINK_DEAD');
    await lockWithInviters(trx, registered.id);
    const isSameBrowser = browser !== undefined && browser === registered.registered_with;
    if (config.strictIdentity && !isSameBrowser && !replaced) {
      const { hospital_status_id: hospitalStatusId, phone_number: phone } = registered;
      return { hospitalStatusId, passwordDue: { maskedPhone: maskPhone(phone) } };
    }
    const userId = await consumeToken(trx, 'validate-email', uuid);
    if (userId === undefined) throw new ProblemError('LINK_DEAD');
    if (replaced) await replaceRegistration(trx, config, registered, replaced, locale);
    const user = await updateUser(trx, userId, { email_validated: 1 });
    await revokeTokens(trx, 'validate-email', userId);
    const object = replaced ? 'own-password' : 'link';
    await audit(trx, { action: 'EMAIL_VALIDATED', actor: userId, subject: userId, object });
    await settleHeld(trx, user);
    if (user.hospital_status_id === HOSPITAL_STATUS.APPROVED) await matchByNumber(trx, user);
    const { hospital_status_id: hospitalStatusId } = user;
    // Staff need their password and a second factor: a link in an email is neither.
    if (hospitalStatusId !== HOSPITAL_STATUS.APPROVED || isStaff(user)) return { hospitalStatusId };
    return { hospitalStatusId, uniqueCode: await issueToken(trx, 'login', userId) };
  });
}

/**
 * Sets a new password, and ends every session and every other reset link. A rejected password leaves the link valid. An
 * email that only the desk has entered may be a stranger's: its account must be signed in, which needs wristband and
 * PIN.
 * @param owner who is signed in
 * @throws ProblemError LINK_DEAD, WRISTBAND_REQUIRED or PASSWORD_COMMON
 */
export async function resetPassword(
  { db, config, notifier, breachedPasswords }: Services,
  { uuid, password }: PasswordReset,
  locale: Locale,
  owner?: UserRow,
): Promise<void> {
  const isBreached = await breachedPasswords.has(password);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const userId = await consumeToken(trx, 'reset-password', uuid);
    const before = userId === undefined ? undefined : await findUser(trx, userId);
    if (userId === undefined || !before || (owner && owner.id !== userId)) throw new ProblemError('LINK_DEAD');
    if (before.email_unproven === 1 && !owner) throw new ProblemError('WRISTBAND_REQUIRED');
    const user = await updateUser(trx, userId, { password_hash: passwordHash, email_unproven: 0 });
    const { first_name: firstName, last_name: lastName, email } = user;
    refuseGuessablePassword({ password, isBreached }, { firstName, lastName, email }, config, locale);
    await endAllSessions(trx, userId);
    await revokeTokens(trx, 'reset-password', userId);
    await clearThrottle(trx, accountKey(email));
    if (before.email_unproven === 1)
      await audit(trx, { action: 'EMAIL_VALIDATED', actor: userId, subject: userId, object: 'own-password' });
    await notifier.mail(trx, user, 'passwordChanged');
  });
  notifier.kick();
}

/**
 * Counts a sign-up from a network address, even if it fails afterwards. The limit is generous: a whole ward may share
 * one.
 * @throws ProblemError TOO_MANY_SIGN_UPS
 */
function countSignUp(
  { db, config: { limits } }: Services,
  what: 'registrations' | 'interest',
  address: string,
): Promise<void> {
  const counted = { what, address, most: limits.signUpsPerAddressHour };
  return db.transaction().execute((trx) => countFromAddress(trx, limits, counted, 'TOO_MANY_SIGN_UPS'));
}

/** @throws ProblemError TOO_MANY_SIGN_UPS */
export async function signUp(services: Services, wanted: InterestSignUp, address: string): Promise<void> {
  await countSignUp(services, 'interest', address);
  await storeInterest(services.db, wanted);
}
