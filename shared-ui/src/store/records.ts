import type { CarePlan, Result } from 'mock-api/contract';
import { fetchCarePlans, fetchResults } from '../api/index.ts';
import { ensureFresh, fetchSlice } from './freshness.ts';
import { patch, store } from './store.ts';

/** Fetches results and care plans. Throws ApiFailure; what was shown before stays. */
export function loadRecords(): Promise<void> {
  return fetchSlice(
    'records',
    () => Promise.all([fetchResults(), fetchCarePlans()]),
    ([results, carePlans]) => patch('records', { results, carePlans }),
  );
}

/** Fetches results and care plans where that has not been done for this language and since the last refresh. */
export const ensureRecords = () => ensureFresh('records', loadRecords);

const withNew = <T extends { id: string }>(list: T[], incoming: T[]) => [
  ...incoming.filter(({ id }) => !list.some((entry) => entry.id === id)),
  ...list,
];

/** New results and care plans arrived. */
export function addRecords(results: Result[], carePlans: CarePlan[]): void {
  const { records } = store.getState();
  patch('records', {
    results: withNew(records.results, results),
    carePlans: withNew(records.carePlans, carePlans),
  });
}
