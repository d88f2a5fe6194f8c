import type * as contract from 'mock-api/contract';
import { EVENT_TYPE } from './events.ts';

/** A part of a patient's data, as supporters' permissions open it. */
export type SharedArea = 'status' | 'results' | 'care' | 'record' | 'feedback';

/**
 * What a supporter's permissions open. The API enforces it (`mock-api/src/access/permissions.ts`), and the browser shows
 * the patient what they are about to share: one rule, so the preview can't promise less than the API gives.
 */
export const OPENS: Readonly<Record<SharedArea, (permissions: contract.SupporterPermissions) => boolean>> = {
  status: ({ statusUpdates }) => statusUpdates,
  results: ({ medicalRecords, diagnosticResults }) => medicalRecords && diagnosticResults,
  care: ({ medicalRecords, carePlans }) => medicalRecords && carePlans,
  record: ({ medicalRecords }) => medicalRecords,
  feedback: ({ feedback }) => feedback,
};

/** Event about an entry of the hospital's record; it opens itself. */
const RECORD_EVENT = 13 satisfies typeof contract.RECORD_EVENT;

const AREAS: Readonly<Record<number, SharedArea>> = {
  [EVENT_TYPE.GENERAL]: 'status',
  [EVENT_TYPE.HOSPITAL]: 'status',
  [EVENT_TYPE.PHYSICIAN]: 'status',
  [EVENT_TYPE.RESULT]: 'results',
  [EVENT_TYPE.RESULT_COMPLETE]: 'results',
  [EVENT_TYPE.CARE_PLAN]: 'care',
  [RECORD_EVENT]: 'record',
  [EVENT_TYPE.RESULT_SURVEY]: 'feedback',
  [EVENT_TYPE.BLOOD_SURVEY]: 'feedback',
  [EVENT_TYPE.HOSPITAL_SURVEY_IN]: 'feedback',
  [EVENT_TYPE.HOSPITAL_SURVEY_OUT]: 'feedback',
};

/** Returns the area that an event of this type belongs to; undefined for types that are never shared. */
export const areaOfEvent = (type: number): SharedArea | undefined => AREAS[type];

/** Returns whether a patient shares any area; without permissions, it is the user's own profile. */
export const sharesAnything = (permissions: contract.SupporterPermissions | undefined): boolean =>
  !permissions || Object.values(OPENS).some((opens) => opens(permissions));
