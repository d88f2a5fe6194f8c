/** One patient, with the details that the desk acts on. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { awaySpanOf } from '../../access/away.ts';
import { careAccess } from '../../access/desk-access.ts';
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { DeskPatient, DeskPatientDetails, RequestSubject } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { findPhoneChange } from '../../repositories/accounts/phone-changes.ts';
import { liveSessions } from '../../repositories/accounts/sessions.ts';
import { grantOf } from '../../repositories/accounts/staff-roles.ts';
import { languageOf, type UserRow } from '../../repositories/accounts/users.ts';
import { listCarePlans } from '../../repositories/care/care-plans.ts';
import { listResults } from '../../repositories/care/content.ts';
import { listEvents } from '../../repositories/care/events.ts';
import { countOpenRequests } from '../../repositories/care/requests.ts';
import { findPatient, identifiersOf, toDeskPatient, withNamesakes } from '../../repositories/desk/patients.ts';
import { findStay, homePlanOf, type StayRow, toStay } from '../../repositories/desk/stays.ts';
import { deskSupporters } from '../../repositories/sharing/supporters.ts';
import { isLockedOut } from '../accounts/locks.ts';
import { deskCareTeam } from '../care/records.ts';
import { waitingFor } from '../sharing/returns.ts';
import { readNextStep } from './care.ts';
import type { StaffLog } from './log.ts';
import { listMerges } from './merges.ts';

const EVENTS_SHOWN = 20;

/** Returns what an event for the patient may open. */
async function readRecords(db: Db, id: string, locale: Locale): Promise<RequestSubject[]> {
  const isOwn = ({ profileId }: { profileId: number }) => profileId === OWN_PROFILE;
  const results = (await listResults(db, id, locale)).filter(isOwn);
  const plans = (await listCarePlans(db, id, locale)).filter(isOwn);
  return [
    ...results.map(({ id: result, name }) => ({ type: 'result', id: result, title: name })),
    ...plans.map(({ id: plan, data }) => ({ type: 'care-plan', id: plan, title: data.title })),
  ];
}

/** Returns the last sign-in of any kind: with a password or passkey, or with wristband and PIN. */
function lastSignIn({ last_login_at, pin_entered_at }: UserRow): string | null {
  return (
    [last_login_at, pin_entered_at]
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** How to reach a patient, and their access to the app: for those who look after patients or their accounts. */
async function readAccount(db: Db, patient: UserRow) {
  const { id } = patient;
  const phoneChange = await findPhoneChange(db, id);
  return {
    lastLoginAt: lastSignIn(patient),
    scannedAt: patient.scanned_at,
    ...(phoneChange && {
      phoneChange: { phoneNumber: phoneChange.phone_number, requestedAt: phoneChange.created_at },
    }),
    supporters: await deskSupporters(db, id),
    isLocked: await isLockedOut(db, patient),
    sessions: (await liveSessions(db, id)).length,
    merges: await listMerges(db, id),
    language: languageOf(patient),
  };
}

/** In the place of how to reach a patient, for those who only need to know who it is. */
const UNREACHABLE = { email: null, phoneNumber: '', wristbandCode: null };
const WITHOUT_ACCOUNT = { ...UNREACHABLE, lastLoginAt: null, scannedAt: null, isLocked: false, sessions: 0 };

/** Returns a patient of a list as the reader's roles allow: privacy officers see who it is, not how to reach them. */
export function listedFor(user: UserRow, patient: DeskPatient): DeskPatient {
  const { roles } = grantOf(user);
  return roles.includes('clerk') || roles.includes('nurse') ? patient : { ...patient, ...UNREACHABLE };
}

/** What a patient's care team has told them, and what they have asked: for nurses. */
async function readCare(db: Db, patient: UserRow, stay: StayRow | undefined, locale: Locale) {
  const { id } = patient;
  const events = await listEvents(db, id, locale);
  const next = await readNextStep(db, id, locale);
  const away = next ? awaySpanOf(next, patient) : undefined;
  return {
    home: homePlanOf(stay),
    openRequests: await countOpenRequests(db, id),
    next,
    ...(away && { away }),
    waitingForReturn: await waitingFor(db, id),
    events: events.filter(({ profileId }) => profileId === OWN_PROFILE).slice(0, EVENTS_SHOWN),
    careTeam: await deskCareTeam(db, id, locale),
    records: await readRecords(db, id, locale),
  };
}

const WITHOUT_CARE = { openRequests: 0, next: null, events: [], records: [] };

/**
 * Returns a patient as far as the roles of the reader go: everyone who may open the page sees who it is, clerks and
 * nurses also the account, nurses the care.
 * @throws ProblemError NOT_FOUND
 */
export async function readPatient(
  db: Db,
  log: StaffLog,
  { id, user, locale }: { id: string; user: UserRow; locale: Locale },
): Promise<DeskPatientDetails> {
  const patient = await findPatient(db, id);
  if (!patient) throw new ProblemError('NOT_FOUND');
  await log(db, { action: 'STAFF_VIEWED', object: 'patient', subjects: [id], objectId: id });
  const care = await careAccess(db, user, id);
  const seesAccount = care === 'shown' || grantOf(user).roles.includes('clerk');
  const stay = await findStay(db, id);
  const [described = toDeskPatient(patient)] = await withNamesakes(db, [toDeskPatient(patient)]);
  return {
    ...described,
    stay: toStay(patient, stay),
    ...(patient.preferred_name !== null && { preferredName: patient.preferred_name }),
    ...identifiersOf(patient),
    ...(seesAccount ? await readAccount(db, patient) : WITHOUT_ACCOUNT),
    ...(care === 'shown' ? await readCare(db, patient, stay, locale) : { ...WITHOUT_CARE, careWithheld: care }),
  };
}
