import type { DeskRecordLink, DeskRecordLinkItem, NewRecordLink, RecordCandidates } from 'mock-api/contract';
import { call, callPut } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Which links a list shows; `` for all, those to decide on first. */
export type RecordLinkFilter = '' | 'held' | 'linked' | 'late';

/** Fetches a page of the patients whose record is linked or held. */
export const fetchRecordLinks = (state: RecordLinkFilter, after?: string) =>
  call<DeskRecordLinkItem[]>('get', `v1/desk/record-links${pageQuery({ state }, after)}`);

const pathOf = (id: string) => `v1/desk/patients/${encodeURIComponent(id)}/record-link`;

/** Fetches a patient's link to the hospital's system, and what was read from there. */
export const fetchRecordLink = (id: string) => call<DeskRecordLink>('get', pathOf(id));

/**
 * Fetches the patients of the hospital's system to compare with the account: by the wristband's code or, with a FHIR
 * id, that patient.
 */
export const fetchCandidates = (id: string, patientId: string) =>
  call<RecordCandidates>(
    'get',
    `${pathOf(id)}/candidates${patientId === '' ? '' : `?${new URLSearchParams({ patientId })}`}`,
  );

/** Links a patient as compared, and reads the record at once. */
export const linkRecord = (id: string, link: NewRecordLink) => callPut<DeskRecordLink>(pathOf(id), link);

/** Reads the record at once; looks for the patient first if there is no link. */
export const syncRecord = (id: string) => call<DeskRecordLink>('post', `${pathOf(id)}/sync`);

/** Removes the link, and everything that came from the hospital's system. */
export const unlinkRecord = (id: string) => call<void>('delete', pathOf(id));
