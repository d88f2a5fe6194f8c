import type { CarePlan, Result } from 'mock-api/contract';
import { readThrough } from '../../platform/http/offline-cache.ts';

/** Every result the session may see, newest first. */
export const fetchResults = () => readThrough<Result[]>('v1/results');

/** Every care plan the session may see. */
export const fetchCarePlans = () => readThrough<CarePlan[]>('v1/care-plans');
