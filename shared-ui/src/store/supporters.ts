import { fetchSupporters } from '../api/index.ts';
import { ensureFresh, fetchSlice } from './freshness.ts';
import { patch } from './store.ts';

/** Fetches the supporters of every profile. Throws ApiFailure; what was shown before stays. */
export function loadSupporters(): Promise<void> {
  return fetchSlice('supporters', fetchSupporters, (list) => patch('supporters', { list }));
}

/** Fetches the supporters where that has not been done for this language and since the last refresh. */
export const ensureSupporters = () => ensureFresh('supporters', loadSupporters);
