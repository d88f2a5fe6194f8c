import type { Day } from 'mock-api/contract';
import { readThrough } from 'shared-ui';

/** Fetches what a profile's day holds; offline, returns the last known answer. Throws ApiFailure. */
export const fetchDay = (profileId: number) => readThrough<Day>(`v1/profiles/${profileId}/day`);
