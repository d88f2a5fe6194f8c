/** Who goes home today and tomorrow, how far their checklists are, and what is not clear to them. */
import { localTime } from 'shared-ui/contract/zone';
import { after, DAY } from '../../common/clock.ts';
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Leaving, LeavingBoard } from '../../contract.ts';
import type { WardLimit } from '../../repositories/accounts/staff-roles.ts';
import { fullName, type UserRow } from '../../repositories/accounts/users.ts';
import { dischargePlansSince } from '../../repositories/care/care-plans.ts';
import { homeExpectedBetween } from '../../repositories/care/plans.ts';
import { openRequestsAbout } from '../../repositories/care/requests.ts';
import { patientsAmong } from '../../repositories/desk/patients.ts';
import { findStay, findStays, homePlanOf, toStay } from '../../repositories/desk/stays.ts';
import { patientChecklist } from '../care/going-home.ts';
import type { Services } from '../context.ts';
import { dayIn } from '../plans/plans.ts';
import type { StaffLog } from './log.ts';
import { toDeskRequest } from './requests.ts';

/** Plans of the day count from a week back to a week ahead. */
const PLAN_DAYS = 7;
/** Most patients in one response. */
const MOST = 200;
/** Longest time between the beginning of a day anywhere and the end of the same day, in milliseconds. */
const LONGEST_DAY = 1.5 * DAY;

interface Departure {
  patient: UserRow;
  /** YYYY-MM-DD, where the hospital is. */
  day: string;
}

/** What to look for: everyone, one ward, or one patient. */
interface Wanted {
  ward?: string | undefined;
  patientId?: string;
  /** Wards that are open to whoever looks. */
  wards: WardLimit;
}

/**
 * Returns who is in the hospital and expected home today or tomorrow: as the newest plan of the day says, or else if the
 * plan for the time after the stay begins today. In the order of day, ward and room.
 */
async function departures({ db, config }: Services, { ward, patientId, wards }: Wanted): Promise<Departure[]> {
  const zone = config.timeZone;
  const [today, tomorrow] = [dayIn(zone, 0), dayIn(zone, 1)];
  const plans = await dischargePlansSince(db, after(-LONGEST_DAY), patientId);
  const begun = [...plans].filter(([, at]) => localTime(Date.parse(at), zone).slice(0, 10) === today);
  const expected = await homeExpectedBetween(db, dayIn(zone, -PLAN_DAYS), dayIn(zone, PLAN_DAYS), patientId);
  const days = new Map([...begun.map(([id]) => [id, today] as const), ...expected]);
  const ids = [...days].filter(([, day]) => day === today || day === tomorrow).map(([id]) => id);
  if (ids.length === 0) return [];
  const patients = await patientsAmong(db, ids, ward, wards);
  const stays = await findStays(db, ids);
  const there = patients.filter((patient) => toStay(patient, stays.get(patient.id))?.state === 'admitted');
  const { compare } = new Intl.Collator('en', { numeric: true });
  const place = ({ patient, day }: Departure) =>
    [day, patient.ward ?? '~', patient.room ?? '~', patient.last_name].join(' ');
  return there
    .map((patient) => ({ patient, day: days.get(patient.id) ?? today }))
    .toSorted((one, other) => compare(place(one), place(other)));
}

async function describe({ db, config }: Services, { patient, day }: Departure, locale: Locale): Promise<Leaving> {
  const { points, ticked } = await patientChecklist({ db, config, user: patient, locale });
  const { id, first_name, last_name, date_of_birth: dateOfBirth, room, ward } = patient;
  const unsure = await openRequestsAbout(db, id, 'going-home');
  return {
    patient: { id, name: fullName(first_name, last_name), dateOfBirth, room, ward },
    day,
    home: homePlanOf(await findStay(db, id)),
    checklist: { total: points.length, ticked: ticked.size },
    open: points.filter(({ point }) => !ticked.has(point)).map(({ title }) => title),
    unsure: unsure.map((row) => toDeskRequest(row, locale, config)),
  };
}

/** @param of limits the board to the patients of these wards, and of one ward */
export async function readLeavingBoard(
  services: Services,
  log: StaffLog,
  of: Pick<Wanted, 'ward' | 'wards'>,
  locale: Locale,
): Promise<LeavingBoard> {
  const { db, config } = services;
  const all = await departures(services, of);
  const listed = all.slice(0, MOST);
  const leaving: Leaving[] = [];
  for (const departure of listed) leaving.push(await describe(services, departure, locale));
  await log(db, { action: 'STAFF_VIEWED', object: 'leaving', subjects: listed.map(({ patient }) => patient.id) });
  return { today: dayIn(config.timeZone, 0), leaving, isCut: all.length > listed.length };
}

/**
 * Returns one patient of the board.
 * @throws ProblemError NOT_FOUND for one who is not expected home, or has left
 */
export async function readLeaving(services: Services, log: StaffLog, id: string, locale: Locale): Promise<Leaving> {
  const [departure] = await departures(services, { patientId: id, wards: null });
  if (!departure) throw new ProblemError('NOT_FOUND');
  await log(services.db, { action: 'STAFF_VIEWED', object: 'leaving', subjects: [id], objectId: id });
  return describe(services, departure, locale);
}
