import type { CarePlan, Result } from 'mock-api/contract';
import { fetchCarePlans, fetchResults } from '../api/index.ts';
import { patch, store } from './store.ts';

/** Fetches results and care plans. Throws ApiFailure; what was shown before stays. */
export async function loadRecords(): Promise<void> {
  patch('records', { loading: 'loading' });
  try {
    const [results, carePlans] = await Promise.all([fetchResults(), fetchCarePlans()]);
    patch('records', { results, carePlans, loading: 'ready' });
  } catch (error) {
    patch('records', { loading: 'failed' });
    throw error;
  }
}

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
