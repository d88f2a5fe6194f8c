import type { CarePlan, Result } from 'mock-api/contract';
import { readThrough } from '../../platform/http/offline-cache.ts';

/** Fetches the results that the session may see, newest first. */
export const fetchResults = () => readThrough<Result[]>('v1/results');

/** Fetches the care plans that the session may see. */
export const fetchCarePlans = () => readThrough<CarePlan[]>('v1/care-plans');
