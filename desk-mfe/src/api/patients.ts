import type {
  CareEvent,
  DeskPatient,
  DeskPatientDetails,
  Identifiers,
  NewEvent,
  NewPatient,
  NextStep,
  Notification,
  PatientChanges,
  WristbandSymbol,
} from 'mock-api/contract';
import { call, callForFile, callPut } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of patients by last name; `search` matches parts of names, wristband codes, dates of birth or rooms. Throws ApiFailure. */
export const fetchPatients = (search: string, after?: string) =>
  call<DeskPatient[]>('get', `v1/desk/patients${pageQuery({ search: search.trim() }, after)}`);

/** Creates a patient. Throws ApiFailure. */
export const createPatient = (patient: NewPatient) => call<DeskPatient>('post', 'v1/desk/patients', patient);

const pathOf = (id: string) => `v1/desk/patients/${encodeURIComponent(id)}`;

/** Fetches a patient with everything that the desk can act on. Throws ApiFailure. */
export const fetchPatient = (id: string) => call<DeskPatientDetails>('get', pathOf(id));

/** Issues a new wristband and voids the patient's earlier codes. Throws ApiFailure. */
export const issueWristband = (id: string) => call<{ code: string }>('post', `${pathOf(id)}/wristband`);

/** Changes a patient's names. Throws ApiFailure. */
export const changeNames = (id: string, names: PatientChanges) => call<DeskPatient>('patch', pathOf(id), names);

/** Changes a patient's date of birth or room. Throws ApiFailure. */
export const changeIdentifiers = (id: string, identifiers: Identifiers) =>
  callPut<DeskPatient>(`${pathOf(id)}/identifiers`, identifiers);

/** Fetches the wristband's QR code for the screen. Throws ApiFailure. */
export const fetchWristbandSymbol = (id: string) => call<WristbandSymbol>('get', `${pathOf(id)}/wristband`);

/** Fetches the wristband as a PDF for printing. Throws ApiFailure. */
export const fetchWristband = (id: string) => callForFile(`${pathOf(id)}/wristband.pdf`, 'application/pdf');

/** Unlocks a patient after too many failed sign-in attempts. Throws ApiFailure. */
export const unlockPatient = (id: string) => call<void>('post', `${pathOf(id)}/unlock`);

/** Signs a patient out everywhere. Throws ApiFailure. */
export const endSessions = (id: string) => call<void>('delete', `${pathOf(id)}/sessions`);

const decidePhoneChange = (act: 'confirm' | 'refuse') => (id: string, phoneNumber: string) =>
  call<void>('post', `${pathOf(id)}/phone-change/${act}`, { phoneNumber });

/** Uses the new mobile number that a patient asked for, if it is still this one. Throws ApiFailure. */
export const confirmPhoneChange = decidePhoneChange('confirm');

/** Keeps the old mobile number, and signs out the device that asked for this new one. Throws ApiFailure. */
export const refusePhoneChange = decidePhoneChange('refuse');

/** Ends a supporter's access to a patient's stay, or an invitation. Throws ApiFailure. */
export const removeSupporter = (id: string, supporterId: string) =>
  call<void>('delete', `${pathOf(id)}/supporters/${encodeURIComponent(supporterId)}`);

/** Ends a patient's trial. Throws ApiFailure. */
export const expirePatient = (id: string) => call<void>('post', `${pathOf(id)}/expire`);

/** Erases a patient's account for good; the name confirms whose it is. Throws ApiFailure. */
export const erasePatient = (id: string, name: string) => call<void>('post', `${pathOf(id)}/erasure`, { name });

/** Adds an event to a patient's timeline. Throws ApiFailure. */
export const sendEvent = (id: string, event: NewEvent) => call<CareEvent>('post', `${pathOf(id)}/events`, event);

/** Sets the patient's next step, replacing the current one. Throws ApiFailure. */
export const setNextStep = (id: string, next: NextStep) => callPut<Notification>(`${pathOf(id)}/next`, next);

/** Removes the patient's next step. Throws ApiFailure. */
export const clearNextStep = (id: string) => call<void>('delete', `${pathOf(id)}/next`);
