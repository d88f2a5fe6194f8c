/**
 * Patients who have arrived without a wristband: bands for them, their numbers, and PINs for those without a number. A
 * number that the hospital's system sends is only shown: staff ask the patient before it is used.
 */
import { localTime } from 'shared-ui/contract/zone';
import { isInReach } from '../../access/desk-access.ts';
import { HOUR } from '../../common/clock.ts';
import type { Locale } from '../../common/i18n.ts';
import { phoneDigits } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import type { DeskArrival, DeskPin, PrintedBands } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { isObject, objectsIn, parseFhirJson } from '../../records/fhir/json.ts';
import { deletePin } from '../../repositories/accounts/one-time-codes.ts';
import type { WardLimit } from '../../repositories/accounts/staff-roles.ts';
import { localeOf, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { listArrivals, patientDocuments } from '../../repositories/desk/arrivals.ts';
import type { PageOf } from '../../repositories/desk/page.ts';
import { withNamesakes } from '../../repositories/desk/patients.ts';
import { type NewCode, newCode } from '../../security/passwords/short-codes.ts';
import { newPin } from '../../security/secrets.ts';
import { type Band, wristbandPdf } from '../../wristband/band.ts';
import { issuePin } from '../accounts/pin.ts';
import type { Services } from '../context.ts';
import { refuseNumber } from '../messages/notifier.ts';
import type { StaffLog } from './log.ts';
import { bandOf, giveWristband, patientOf } from './patients.ts';

/** Source of what the hospital's feed sends. */
const FEED = 'feed';
/** How long a PIN from the desk is valid, in milliseconds: it is carried to the bed. */
const PIN_LIFETIME = 12 * HOUR;

/** Returns the telephone number in a Patient of the feed, a mobile one first; null if there is none. */
function sentNumber(document: string | undefined): string | null {
  const patient = document === undefined ? undefined : parseFhirJson(document);
  const numbers = objectsIn(isObject(patient) ? patient.telecom : undefined).filter(({ system }) => system === 'phone');
  const chosen = numbers.find(({ use }) => use === 'mobile') ?? numbers[0];
  return typeof chosen?.value === 'string' ? chosen.value : null;
}

/** Returns one page, those who have waited longest first. */
export async function readArrivals(
  { db }: Services,
  log: StaffLog,
  wards: WardLimit,
  page: PageOf,
): Promise<DeskArrival[]> {
  const arrivals = await listArrivals(db, wards, page);
  const subjects = arrivals.map(({ user }) => user.id);
  const documents = await patientDocuments(db, FEED, subjects);
  await log(db, { action: 'STAFF_VIEWED', object: 'arrivals', subjects });
  const listed = arrivals.map(({ user, admittedAt }) => ({
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    dateOfBirth: user.date_of_birth,
    recordNumber: user.record_number,
    ward: user.ward,
    room: user.room,
    admittedAt,
    phoneNumber: user.phone_number || sentNumber(documents.get(user.id)),
    phoneConfirmed: user.phone_number !== '',
  }));
  return withNamesakes(db, listed);
}

/** @throws ProblemError REASON_NEEDED if one of these patients isn't open to a nurse on these wards */
export async function refuseOthers(
  db: Db,
  { wards, staffId, patients }: { wards: WardLimit; staffId: string; patients: readonly string[] },
): Promise<void> {
  for (const id of wards === null ? [] : patients)
    if (!(await isInReach(db, { about: 'patient', id, wards: wards ?? [], staffId })))
      throw new ProblemError('REASON_NEEDED');
}

/**
 * Issues a PIN for staff to read out or print.
 * @throws ProblemError PIN_BY_TEXT for a patient with a number, whom a PIN reaches by text; PIN_LOCKED
 */
async function newDeskPin(trx: Trx, made: NewCode, log: StaffLog, user: UserRow): Promise<DeskPin> {
  if (user.phone_number !== '') throw new ProblemError('PIN_BY_TEXT');
  const owner = { userId: user.id, sessionHash: null, device: undefined };
  const { expiresAt } = await issuePin(trx, owner, made, { lifetime: PIN_LIFETIME });
  await log(trx, { action: 'STAFF_CHANGED', object: 'pin-issued', subjects: [user.id], objectId: user.id });
  return { pin: made.code, expiresAt };
}

/** @throws ProblemError NOT_FOUND, PIN_BY_TEXT or PIN_LOCKED */
export async function readDeskPin({ db, config }: Services, log: StaffLog, id: string): Promise<DeskPin> {
  const made = await newCode(newPin(config.pinDigits));
  return db.transaction().execute(async (trx) => newDeskPin(trx, made, log, await patientOf(trx, id)));
}

/**
 * Prints wristbands, one a page. Whoever has none gets one. After the band of a patient without a number comes a page
 * with a PIN, if wanted.
 * @throws ProblemError NOT_FOUND or PIN_LOCKED, without having changed anything
 */
export async function printBands(
  { db, config, connector }: Services,
  log: StaffLog,
  { patients, withPins = false }: { patients: readonly string[]; withPins?: boolean },
): Promise<PrintedBands> {
  const ids = [...new Set(patients)].sort();
  const pins = await Promise.all(ids.map(async () => withPins && newCode(newPin(config.pinDigits))));
  const bands = await db.transaction().execute(async (trx) => {
    const made: (Band & { id: string; code: string })[] = [];
    for (const [index, id] of ids.entries()) {
      const user = await patientOf(trx, id);
      const code = user.wristband_code ?? (await giveWristband(trx, log, id));
      const fresh = user.phone_number === '' && pins[index];
      const pin = fresh ? await newDeskPin(trx, fresh, log, user) : undefined;
      await log(trx, { action: 'STAFF_VIEWED', object: 'wristband', subjects: [id], objectId: id });
      const slip = pin && {
        pin: pin.pin,
        until: localTime(Date.parse(pin.expiresAt), config.timeZone).slice(0, 16).replace('T', ' '),
        locale: localeOf(user),
      };
      made.push({ id, ...bandOf({ ...user, wristband_code: code }, config), ...(slip && { slip }) });
    }
    return made;
  });
  for (const { id } of bands) await connector?.request(id);
  const order = new Map(patients.map((id, index) => [id, index]));
  const sorted = bands.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  const file = await wristbandPdf(...sorted);
  return { pdf: file.toString('base64'), bands: sorted.map(({ id, code }) => ({ id, code })) };
}

/**
 * Gives a patient without a number the one that staff have confirmed with them; a PIN from the desk is void.
 * @throws ProblemError NOT_FOUND, ALREADY_DECIDED for a patient who has another number, or VALIDATION
 */
export async function setPhone(
  { db, config }: Services,
  log: StaffLog,
  { id, phoneNumber, locale }: { id: string; phoneNumber: string; locale: Locale },
): Promise<void> {
  const number = phoneNumber.trim();
  refuseNumber(config, 'phoneNumber', number, locale);
  await db.transaction().execute(async (trx) => {
    const { phone_digits: known } = await patientOf(trx, id);
    const digits = phoneDigits(number);
    if (known !== '' && known !== digits) throw new ProblemError('ALREADY_DECIDED');
    await log(trx, { action: 'STAFF_VIEWED', object: 'patient', subjects: [id], objectId: id });
    if (known === digits) return;
    await updateUser(trx, id, { phone_number: number, phone_digits: digits });
    await deletePin(trx, id);
    await log(trx, { action: 'IDENTITY_CHANGED', object: 'number', subjects: [id] });
  });
}
