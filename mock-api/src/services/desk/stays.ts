/** Discharge at the desk, which can be taken back for some hours, and a new stay of a patient who comes again. */
import { isDeepStrictEqual } from 'node:util';
import { now } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { HomePlanChange } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { recordChanges, stayChange } from '../../repositories/changes.ts';
import {
  findStay,
  homePlanOf,
  insertStay,
  replaceHomePlan,
  type StayRow,
  toStay,
  undoableUntil,
} from '../../repositories/desk/stays.ts';
import { announceStay, beginStay, endStay, resumeStay } from '../../timeline/stays.ts';
import type { Services } from '../context.ts';
import type { StaffLog, StaffObject } from './log.ts';
import { patientOf } from './patients.ts';

interface Work {
  object: StaffObject;
  /** Whether the stay already is as it should be: a second press changes nothing. */
  isDone(stay: StayRow | undefined, user: UserRow): boolean;
  run(trx: Trx, user: UserRow, stay: StayRow | undefined): Promise<void>;
}

const VIEWED = { action: 'STAFF_VIEWED', object: 'patient' } as const;

const isAdmitted = (stay: StayRow | undefined, user: UserRow) => toStay(user, stay)?.state === 'admitted';

async function change({ db }: Services, log: StaffLog, id: string, { object, isDone, run }: Work): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await patientOf(trx, id);
    const stay = await findStay(trx, id);
    const isChanged = !isDone(stay, user);
    if (isChanged) await run(trx, user, stay);
    const act = isChanged ? ({ action: 'STAFF_CHANGED', object } as const) : VIEWED;
    await log(trx, { ...act, subjects: [id], objectId: id });
  });
}

/**
 * Ends a patient's stay.
 * @throws ProblemError NOT_FOUND or NOT_ADMITTED
 */
export const dischargePatient = (services: Services, log: StaffLog, id: string, staffId: string) =>
  change(services, log, id, {
    object: 'patient-discharged',
    isDone: (stay) => stay?.state === 'discharged',
    run: async (trx, user, stay) => {
      if (!isAdmitted(stay, user)) throw new ProblemError('NOT_ADMITTED');
      await endStay(trx, user, stay, { at: now(), by: staffId });
    },
  });

/**
 * Takes the desk's discharge back.
 * @throws ProblemError NOT_FOUND, NOT_ADMITTED or DISCHARGE_FINAL
 */
export const undoDischarge = (services: Services, log: StaffLog, id: string) =>
  change(services, log, id, {
    object: 'discharge-undone',
    isDone: isAdmitted,
    run: async (trx, user, stay) => {
      if (stay?.state !== 'discharged') throw new ProblemError('NOT_ADMITTED');
      if (undoableUntil(stay) === undefined) throw new ProblemError('DISCHARGE_FINAL');
      await resumeStay(trx, user, stay);
    },
  });

/**
 * Stores what staff have arranged for going home.
 * @throws ProblemError NOT_FOUND, NOT_ADMITTED, or HOME_CHANGED if it is based on something else than what is stored
 */
export const setHomePlan = (
  services: Services,
  log: StaffLog,
  id: string,
  { basedOn = null, ...plan }: HomePlanChange,
) =>
  change(services, log, id, {
    object: 'home-plan-set',
    isDone: (stay) => isDeepStrictEqual(homePlanOf(stay), plan),
    run: async (trx, user, stay) => {
      if (!isAdmitted(stay, user)) throw new ProblemError('NOT_ADMITTED');
      if (!isDeepStrictEqual(homePlanOf(stay), basedOn)) throw new ProblemError('HOME_CHANGED');
      if (!stay) await insertStay(trx, { user_id: id, state: 'admitted', home: JSON.stringify(plan) });
      else if (!(await replaceHomePlan(trx, stay, plan))) throw new ProblemError('HOME_CHANGED');
      await recordChanges(trx, [stayChange(id)]);
    },
  });

/**
 * Begins a new stay.
 * @throws ProblemError NOT_FOUND
 */
export const admitPatient = (services: Services, log: StaffLog, id: string) =>
  change(services, log, id, {
    object: 'patient-admitted',
    isDone: isAdmitted,
    run: async (trx) => {
      const stay = await beginStay(trx, id, now());
      await announceStay(trx, id, { id: stay.id, isVisit: false, isNew: true });
    },
  });
