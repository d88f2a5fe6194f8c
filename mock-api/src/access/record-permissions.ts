/** Which of a supporter's permissions opens which part of a hospital's record. */
import type { SupporterPermissions } from '../contract.ts';
import type { Audience } from '../db/tables/delivery-tables.ts';
import { seesCarePlans, seesResults } from './shared-events.ts';

/** Part of a record that one permission opens. */
export type RecordArea = 'results' | 'care' | 'record' | 'status';

export const OPENS: Readonly<Record<RecordArea, (permissions: SupporterPermissions) => boolean>> = {
  results: seesResults,
  care: seesCarePlans,
  record: ({ medicalRecords }) => medicalRecords,
  status: ({ statusUpdates }) => statusUpdates,
};

const AREAS: Readonly<Record<string, RecordArea>> = {
  observation: 'results',
  document: 'results',
  medication: 'care',
  'care-team': 'care',
  allergy: 'record',
  condition: 'record',
  immunization: 'record',
  appointment: 'status',
};

/** Returns the area of an item by its kind; what is kept without being shown may be anything, so it needs the most. */
export const areaOfKind = (kind: string | null): RecordArea => AREAS[kind ?? ''] ?? 'results';

const AUDIENCES: Readonly<Record<RecordArea, Audience>> = {
  results: 'result',
  care: 'care',
  record: 'record',
  status: 'status',
};

/** Returns who may learn of a change of an item of this kind. */
export const audienceOfKind = (kind: string | null): Audience => AUDIENCES[areaOfKind(kind)];

/** Area -> names in the audit log of the lists that show it. */
export const VIEWS: Readonly<Record<RecordArea, readonly string[]>> = {
  results: ['observations', 'documents', 'results'],
  care: ['medications', 'care-team', 'day', 'going-home'],
  record: ['about', 'going-home'],
  status: ['day', 'going-home'],
};
