import type { CarePlan, Result } from 'mock-api/contract';
import { readThrough } from '../../platform/http/offline-cache.ts';
import { ensureFresh, fetchSlice } from '../freshness.ts';
import { store, updateSlice } from '../store.ts';

const withNew = <T extends { id: string }>(list: T[], incoming: T[]) => [
  ...incoming.filter(({ id }) => !list.some((entry) => entry.id === id)),
  ...list,
];

const arrivedSince = <T>(before: T[], now: T[]) => now.filter((entry) => !before.includes(entry));

/** Fetches the results and care plans that the session may see. @throws ApiFailure; the previous content stays then */
export function loadRecords(): Promise<void> {
  const before = store.getState().records;
  return fetchSlice(
    'records',
    () => Promise.all([readThrough<Result[]>('v1/results'), readThrough<CarePlan[]>('v1/care-plans')]),
    ([results, carePlans]) => {
      const { records } = store.getState();
      updateSlice('records', {
        results: withNew(results, arrivedSince(before.results, records.results)),
        carePlans: withNew(carePlans, arrivedSince(before.carePlans, records.carePlans)),
      });
    },
  );
}

/** Fetches results and care plans unless they were already fetched for this language and since the last refresh. */
export const ensureRecords = () => ensureFresh('records', loadRecords);

/** Adds new results and care plans. */
export function addRecords(results: Result[], carePlans: CarePlan[]): void {
  const { records } = store.getState();
  updateSlice('records', {
    results: withNew(records.results, results),
    carePlans: withNew(records.carePlans, carePlans),
  });
}
