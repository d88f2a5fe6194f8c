import type { DeskOpening, DeskPattern, NewOpening } from 'mock-api/contract';
import { ApiFailure, call, callForFile, staffPaths } from 'shared-ui';
import { pageQuery } from './page.ts';

export const OPENINGS_PATH = `${staffPaths.desk}/openings`;
export const PATTERNS_PATH = `${OPENINGS_PATH}/patterns`;

/** Opens a patient of another ward, who reads the reason. */
export const openPatient = (id: string, opening: NewOpening) =>
  call<void>('post', `v1/desk/patients/${encodeURIComponent(id)}/openings`, opening);

/** Finds a patient of any ward by a code. Returns the id. */
export const lookUpPatient = async (code: string) =>
  (await call<{ id: string }>('post', 'v1/desk/lookup', { code })).id;

/** Whether a call failed because the patient is outside the nurse's wards. */
export const needsReason = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'REASON_NEEDED';

/** Fetches a page of the patients that nurses opened outside their wards, the newest first. */
export const fetchOpenings = (after?: string) => call<DeskOpening[]>('get', `v1/desk/openings${pageQuery({}, after)}`);

export const fetchOpeningsFile = () => callForFile('v1/desk/openings.csv', 'text/csv');

/** Fetches a page of the opened pages that are worth a look, the newest first. */
export const fetchPatterns = (after?: string) => call<DeskPattern[]>('get', `v1/desk/patterns${pageQuery({}, after)}`);

export const fetchPatternsFile = () => callForFile('v1/desk/patterns.csv', 'text/csv');
