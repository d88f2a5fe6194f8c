import type {
  CareEvent,
  DayPlan,
  DayPlanChange,
  DeskDayPlans,
  DeskMedicationChecks,
  DeskPatient,
  DeskPatientDetails,
  HomePlanChange,
  NewEvent,
  NewPatient,
  NextStep,
  Notification,
  PatientChanges,
  PatientIdentifiers,
  SpokenLanguage,
  WristbandSymbol,
} from 'mock-api/contract';
import { call, callForFile, callPut } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of patients by last name; `search` matches parts of names, wristband codes, dates of birth or rooms. */
export const fetchPatients = (search: string, after?: string) =>
  call<DeskPatient[]>('get', `v1/desk/patients${pageQuery({ search: search.trim() }, after)}`);

export const createPatient = (patient: NewPatient) => call<DeskPatient>('post', 'v1/desk/patients', patient);

const pathOf = (id: string) => `v1/desk/patients/${encodeURIComponent(id)}`;

/** Fetches a patient with everything that the desk can act on. */
export const fetchPatient = (id: string) => call<DeskPatientDetails>('get', pathOf(id));

/** Issues a new wristband and voids the patient's earlier codes. */
export const issueWristband = (id: string) => call<{ code: string }>('post', `${pathOf(id)}/wristband`);

/** Fetches the wristband's QR code for the screen. */
export const fetchWristbandSymbol = (id: string) => call<WristbandSymbol>('get', `${pathOf(id)}/wristband`);

/** Fetches the wristband as a PDF for printing. */
export const fetchWristband = (id: string) => callForFile(`${pathOf(id)}/wristband.pdf`, 'application/pdf');

export const changeNames = (id: string, names: PatientChanges) => call<DeskPatient>('patch', pathOf(id), names);

/** Changes all identifiers. */
export const changeIdentifiers = (id: string, identifiers: PatientIdentifiers) =>
  callPut<DeskPatient>(`${pathOf(id)}/identifiers`, identifiers);

/** Sets how to talk with a patient. */
export const changeLanguage = (id: string, spoken: SpokenLanguage) =>
  callPut<DeskPatient>(`${pathOf(id)}/language`, spoken);

/** Unlocks a patient after too many failed sign-in attempts. */
export const unlockPatient = (id: string) => call<void>('post', `${pathOf(id)}/unlock`);

/** Signs a patient out everywhere. */
export const endSessions = (id: string) => call<void>('delete', `${pathOf(id)}/sessions`);

const decidePhoneChange = (decision: 'confirm' | 'refuse') => (id: string, phoneNumber: string) =>
  call<void>('post', `${pathOf(id)}/phone-change/${decision}`, { phoneNumber });

/** Uses the new mobile number that a patient asked for, if it is still this one. */
export const confirmPhoneChange = decidePhoneChange('confirm');

/** Keeps the old mobile number, and signs out the device that asked for this new one. */
export const refusePhoneChange = decidePhoneChange('refuse');

/** Ends a supporter's access to a patient's stay, or an invitation. */
export const removeSupporter = (id: string, supporterId: string) =>
  call<void>('delete', `${pathOf(id)}/supporters/${encodeURIComponent(supporterId)}`);

/** Separates two records that were joined. @throws ApiFailure with status 409 once it is too late */
export const undoMerge = (id: string, mergeId: string) =>
  call<void>('post', `${pathOf(id)}/merges/${encodeURIComponent(mergeId)}/undo`);

/** Says what is arranged for going home. @throws ApiFailure with status 409 if something else than `basedOn` is stored */
export const setHomePlan = (id: string, plan: HomePlanChange) => callPut<void>(`${pathOf(id)}/home`, plan);

/** Ends a patient's stay. */
export const dischargePatient = (id: string) => call<void>('post', `${pathOf(id)}/discharge`);

/** Takes the desk's discharge back. @throws ApiFailure with status 409 once it is too late */
export const undoDischarge = (id: string) => call<void>('delete', `${pathOf(id)}/discharge`);

/** Begins a new stay after one that is over. */
export const beginStay = (id: string) => call<void>('post', `${pathOf(id)}/stay`);

/** Ends a patient's trial. */
export const expirePatient = (id: string) => call<void>('post', `${pathOf(id)}/expire`);

/** Erases a patient's account for good; the name confirms whose it is. */
export const erasePatient = (id: string, name: string) => call<void>('post', `${pathOf(id)}/erasure`, { name });

/** Adds an event to a patient's timeline. */
export const sendEvent = (id: string, event: NewEvent) => call<CareEvent>('post', `${pathOf(id)}/events`, event);

/** Sets the patient's next step, replacing the current one. */
export const setNextStep = (id: string, next: NextStep) => callPut<Notification>(`${pathOf(id)}/next`, next);

export const clearNextStep = (id: string) => call<void>('delete', `${pathOf(id)}/next`);

/** Says that a patient is back: the step that took them away is over, and supporters who wait are notified. */
export const markBack = (id: string) => call<void>('post', `${pathOf(id)}/back`);

/** Fetches the plans of the day from a week ago on, and what the record knows about today. */
export const fetchDayPlans = (id: string) => call<DeskDayPlans>('get', `${pathOf(id)}/plans`);

/** Sets the plan of a day (YYYY-MM-DD). @throws ApiFailure with status 409 if another plan than `basedOn` is stored */
export const setDayPlan = (id: string, date: string, plan: DayPlanChange) =>
  callPut<DayPlan>(`${pathOf(id)}/plans/${date}`, plan);

/** Fetches the checks of a patient's list of medications, newest first, and whether one is asked for. */
export const fetchMedicationChecks = (id: string) =>
  call<DeskMedicationChecks>('get', `${pathOf(id)}/medication-checks`);

/** Asks a patient to check the list of medications. */
export const askForMedicationCheck = (id: string) => call<void>('post', `${pathOf(id)}/medication-checks`);

/** Ticks off a patient's question for the next visit, or takes that back. */
export const tickQuestion = (id: string, questionId: string, isAnswered: boolean) =>
  callPut<void>(`${pathOf(id)}/rounds-questions/${encodeURIComponent(questionId)}/answered`, { isAnswered });
