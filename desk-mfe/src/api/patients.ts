import type {
  CareEvent,
  DeskPatient,
  DeskPatientDetails,
  NewEvent,
  NewPatient,
  NextStep,
  Notification,
} from 'mock-api/contract';
import { call, callForFile, callPut } from 'shared-ui';
import { pageQuery } from './page.ts';

/** A page of the patients, by last name; `search` is parts of names or of a wristband's code. Throws ApiFailure. */
export const fetchPatients = (search: string, after?: string) =>
  call<DeskPatient[]>('get', `v1/desk/patients${pageQuery({ search: search.trim() }, after)}`);

/** Makes a patient. Throws ApiFailure. */
export const createPatient = (patient: NewPatient) => call<DeskPatient>('post', 'v1/desk/patients', patient);

const pathOf = (id: string) => `v1/desk/patients/${encodeURIComponent(id)}`;

/** One patient, with what the desk acts on. Throws ApiFailure. */
export const fetchPatient = (id: string) => call<DeskPatientDetails>('get', pathOf(id));

/** Issues a new wristband; every code that the patient had before is void. Throws ApiFailure. */
export const issueWristband = (id: string) => call<{ code: string }>('post', `${pathOf(id)}/wristband`);

/** The wristband to print, as a PDF. Throws ApiFailure. */
export const fetchWristband = (id: string) => callForFile(`${pathOf(id)}/wristband.pdf`, 'application/pdf');

/** Lets a patient in again after too many wrong tries. Throws ApiFailure. */
export const unlockPatient = (id: string) => call<void>('post', `${pathOf(id)}/unlock`);

/** Signs a patient out everywhere. Throws ApiFailure. */
export const endSessions = (id: string) => call<void>('delete', `${pathOf(id)}/sessions`);

/** Ends a patient's trial. Throws ApiFailure. */
export const expirePatient = (id: string) => call<void>('post', `${pathOf(id)}/expire`);

/** Adds an event to a patient's timeline. Throws ApiFailure. */
export const sendEvent = (id: string, event: NewEvent) => call<CareEvent>('post', `${pathOf(id)}/events`, event);

/** Says what happens next, in place of what was said before. Throws ApiFailure. */
export const setNextStep = (id: string, next: NextStep) => callPut<Notification>(`${pathOf(id)}/next`, next);

/** Takes away what was to happen next. Throws ApiFailure. */
export const clearNextStep = (id: string) => call<void>('delete', `${pathOf(id)}/next`);
