/** What the desk can do for a patient: create them, issue and print a wristband, unlock, end sessions, expire. */
import { randomInt, randomUUID } from 'node:crypto';
import { HOUR, now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import {
  type DeskPatient,
  type Identifiers,
  type NewPatient,
  type PatientChanges,
  type PhoneChangeDecision,
  type SpokenLanguage,
  USER_STATUS_EXPIRED,
  type WristbandSymbol,
} from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { findPhoneChange } from '../../repositories/accounts/phone-changes.ts';
import { endAllSessions, endNarrowSessions, recheckSessions } from '../../repositories/accounts/sessions.ts';
import { insertUser, lockUser, noEmail, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import {
  findPatient,
  identifierColumns,
  insertWristband,
  isKnownCode,
  toDeskPatient,
  voidWristbands,
} from '../../repositories/desk/patients.ts';
import { insertStay } from '../../repositories/desk/stays.ts';
import { type Band, qrSymbol, wristbandPdf } from '../../wristband/band.ts';
import { newUser } from '../accounts/accounts.ts';
import { changedParts } from '../accounts/identity.ts';
import { unlock } from '../accounts/locks.ts';
import { applyPhoneChange, dropPhoneChange, type NumberChangeLog } from '../accounts/phone-change.ts';
import type { Services } from '../context.ts';
import { startWithoutDemo } from '../demo/demo.ts';
import { refuseNumber } from '../messages/notifier.ts';
import type { StaffLog, StaffObject } from './log.ts';

/** @throws ProblemError NOT_FOUND */
export async function patientOf(trx: Trx, id: string): Promise<UserRow> {
  await lockUser(trx, id);
  const patient = await findPatient(trx, id);
  if (!patient) throw new ProblemError('NOT_FOUND');
  return patient;
}

/** @throws ProblemError VALIDATION for a day after today, in the time zone that is furthest ahead */
function refuseFuture(dateOfBirth: string | null | undefined, locale: Locale): void {
  const latest = new Date(Date.now() + 14 * HOUR).toISOString().slice(0, 10);
  if (!dateOfBirth || dateOfBirth <= latest) return;
  throw new ProblemError('VALIDATION', { fields: { dateOfBirth: translate(locale, 'field.dateOfBirth.future') } });
}

/**
 * Creates a patient, who is known to the hospital: approved, without a demo, without a password.
 * @throws ProblemError ACCOUNT_EXISTS
 */
export async function createPatient(
  { db, config }: Services,
  log: StaffLog,
  wanted: NewPatient,
  locale: Locale,
): Promise<DeskPatient> {
  refuseNumber(config, 'phone', wanted.phone, locale);
  refuseFuture(wanted.dateOfBirth, locale);
  const id = randomUUID();
  const user = newUser({
    id,
    email: wanted.email?.toLowerCase() ?? noEmail(id),
    first_name: wanted.firstName.trim(),
    last_name: wanted.lastName.trim(),
    phone_number: wanted.phone.trim(),
    organization: config.brand.hospital,
    date_of_birth: wanted.dateOfBirth ?? null,
    room: wanted.room?.trim() ?? null,
    ward: wanted.ward?.trim() ?? null,
    email_validated: 1,
    email_unproven: wanted.email == null ? 0 : 1,
    has_demo: 0,
    locale,
  });
  return db.transaction().execute(async (trx) => {
    if (!(await insertUser(trx, user)))
      throw new ProblemError('ACCOUNT_EXISTS', { params: { email: wanted.email ?? '' } });
    await startWithoutDemo(trx, id, config);
    await insertStay(trx, { user_id: id, state: 'admitted', admitted_at: now() });
    await log(trx, { action: 'STAFF_CHANGED', object: 'patient-created', subjects: [id], objectId: id });
    return toDeskPatient(await patientOf(trx, id));
  });
}

/** Returns ER and eight digits that no wristband has ever had. */
async function newCode(trx: Trx): Promise<string> {
  for (;;) {
    const code = `ER${String(randomInt(0, 100_000_000)).padStart(8, '0')}`;
    if (!(await isKnownCode(trx, code))) return code;
  }
}

/** Logs each part of a patient's identity that staff have changed. */
async function logIdentity(trx: Trx, log: StaffLog, before: UserRow, after: UserRow): Promise<void> {
  for (const object of changedParts(before, after))
    await log(trx, { action: 'IDENTITY_CHANGED', object, subjects: [after.id] });
}

/**
 * Changes a patient's names. Printed wristbands keep the old ones.
 * @throws ProblemError NOT_FOUND
 */
export function changePatient(
  { db }: Services,
  log: StaffLog,
  id: string,
  { firstName, lastName }: PatientChanges,
): Promise<DeskPatient> {
  return db.transaction().execute(async (trx) => {
    const before = await patientOf(trx, id);
    const patient = await updateUser(trx, id, {
      ...(firstName === undefined ? {} : { first_name: firstName.trim() }),
      ...(lastName === undefined ? {} : { last_name: lastName.trim() }),
    });
    await log(trx, { action: 'STAFF_VIEWED', object: 'patient', subjects: [id], objectId: id });
    await logIdentity(trx, log, before, patient);
    return toDeskPatient(patient);
  });
}

/** @throws ProblemError NOT_FOUND or VALIDATION */
export async function changeIdentifiers(
  { db, connector }: Services,
  log: StaffLog,
  id: string,
  wanted: Identifiers,
  locale: Locale,
): Promise<DeskPatient> {
  refuseFuture(wanted.dateOfBirth, locale);
  const changed = await db.transaction().execute(async (trx) => {
    const before = await patientOf(trx, id);
    const patient = await updateUser(trx, id, identifierColumns(wanted));
    await log(trx, { action: 'STAFF_CHANGED', object: 'identifiers-changed', subjects: [id], objectId: id });
    await logIdentity(trx, log, before, patient);
    return toDeskPatient(patient);
  });
  // The hospital's record is found by these, and compared with the date of birth.
  const { dateOfBirth, recordNumber, bandCode } = wanted;
  if ([dateOfBirth, recordNumber, bandCode].some((value) => value !== undefined)) await connector?.request(id);
  return changed;
}

/**
 * Sets how to talk with a patient. Messages come in this language from then on.
 * @throws ProblemError NOT_FOUND
 */
export const changeLanguage = (
  { db }: Services,
  log: StaffLog,
  id: string,
  { language, needsInterpreter }: SpokenLanguage,
): Promise<DeskPatient> =>
  db.transaction().execute(async (trx) => {
    await patientOf(trx, id);
    const patient = await updateUser(trx, id, { language, needs_interpreter: Number(needsInterpreter) });
    await log(trx, { action: 'STAFF_CHANGED', object: 'language-changed', subjects: [id], objectId: id });
    return toDeskPatient(patient);
  });

/** Gives a patient a new wristband as part of `trx`. Returns its code. */
export async function giveWristband(trx: Trx, log: StaffLog, id: string): Promise<string> {
  const code = await newCode(trx);
  await voidWristbands(trx, id);
  await insertWristband(trx, id, code);
  await updateUser(trx, id, { wristband_code: code });
  await endNarrowSessions(trx, id);
  await log(trx, { action: 'STAFF_CHANGED', object: 'wristband-issued', subjects: [id], objectId: id });
  return code;
}

/** Issues a new wristband. The previous one is void, and sessions that it opened without a PIN end. */
export async function issueWristband({ db, connector }: Services, log: StaffLog, id: string): Promise<string> {
  const issued = await db.transaction().execute(async (trx) => {
    await patientOf(trx, id);
    return giveWristband(trx, log, id);
  });
  // The hospital's record is found by this code.
  await connector?.request(id);
  return issued;
}

/** Returns a name as on a wristband, last name first. */
const bandName = ({ first_name, last_name }: UserRow) => `${last_name}, ${first_name}`;

/** Returns what is printed on a patient's wristband. */
export const bandOf = (
  patient: UserRow & { wristband_code: string },
  { brand: { hospital } }: Pick<Config, 'brand'>,
): Band => ({
  code: patient.wristband_code,
  name: bandName(patient),
  dateOfBirth: patient.date_of_birth,
  hospital,
});

/** @throws ProblemError NOT_FOUND or NO_WRISTBAND */
async function patientWithWristband(db: Db, id: string) {
  const patient = await findPatient(db, id);
  if (!patient) throw new ProblemError('NOT_FOUND');
  if (patient.wristband_code === null) throw new ProblemError('NO_WRISTBAND');
  return { ...patient, wristband_code: patient.wristband_code };
}

/** @throws ProblemError NOT_FOUND or NO_WRISTBAND */
export async function showWristband({ db }: Services, log: StaffLog, id: string): Promise<WristbandSymbol> {
  const patient = await patientWithWristband(db, id);
  await log(db, { action: 'STAFF_VIEWED', object: 'wristband-shown', subjects: [id], objectId: id });
  const code = patient.wristband_code;
  return { code, name: bandName(patient), ...(await qrSymbol(code)) };
}

/** @throws ProblemError NOT_FOUND or NO_WRISTBAND */
export async function printWristband({ db, config }: Services, log: StaffLog, id: string): Promise<Buffer> {
  const patient = await patientWithWristband(db, id);
  await log(db, { action: 'STAFF_VIEWED', object: 'wristband', subjects: [id], objectId: id });
  return wristbandPdf(bandOf(patient, config));
}

async function change(
  { db }: Services,
  log: StaffLog,
  id: string,
  object: StaffObject,
  work: (trx: Trx, patient: UserRow) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await work(trx, await patientOf(trx, id));
    await log(trx, { action: 'STAFF_CHANGED', object, subjects: [id], objectId: id });
  });
}

/** Lets a patient try again after too many wrong passwords or PINs. */
export const unlockPatient = (services: Services, log: StaffLog, id: string) =>
  change(services, log, id, 'account-unlocked', unlock);

export const endPatientSessions = (services: Services, log: StaffLog, id: string) =>
  change(services, log, id, 'sessions-ended', (trx) => endAllSessions(trx, id));

/** @throws ProblemError NOT_FOUND if this number doesn't wait, or no longer */
async function phoneChangeOf(trx: Trx, id: string, { phoneNumber }: PhoneChangeDecision) {
  const change = await findPhoneChange(trx, id);
  if (change?.phone_number !== phoneNumber) throw new ProblemError('NOT_FOUND');
  return change;
}

/**
 * Gives a patient the mobile number that they asked for: staff have checked who it is.
 * @throws ProblemError NOT_FOUND if this number doesn't wait, or no longer
 */
export async function confirmPhone(
  services: Services,
  log: StaffLog,
  id: string,
  decision: PhoneChangeDecision,
  warnings: NumberChangeLog,
): Promise<void> {
  await change(services, log, id, 'phone-change-confirmed', async (trx, user) => {
    await applyPhoneChange(trx, services.notifier, { change: await phoneChangeOf(trx, id, decision), user }, warnings);
    await log(trx, { action: 'IDENTITY_CHANGED', object: 'number', subjects: [id] });
  });
  services.notifier.kick();
}

/**
 * Keeps a patient's old number, and signs out the device that asked for the new one.
 * @throws ProblemError NOT_FOUND if this number doesn't wait, or no longer
 */
export const refusePhone = (services: Services, log: StaffLog, id: string, decision: PhoneChangeDecision) =>
  change(services, log, id, 'phone-change-refused', async (trx) =>
    dropPhoneChange(trx, await phoneChangeOf(trx, id, decision)),
  );

export const expirePatient = (services: Services, log: StaffLog, id: string) =>
  change(services, log, id, 'trial-expired', async (trx) => {
    await updateUser(trx, id, { status_id: USER_STATUS_EXPIRED });
    await recheckSessions(trx, id);
  });
