import type { CarePlan, Result } from 'mock-api/contract';
import { callOrSeen } from '../../platform/http/offline-cache.ts';

/** Every result the session may see, newest first. */
export const fetchResults = () => callOrSeen<Result[]>('v1/results');

/** Every care plan the session may see. */
export const fetchCarePlans = () => callOrSeen<CarePlan[]>('v1/care-plans');
