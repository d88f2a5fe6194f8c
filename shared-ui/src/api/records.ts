import type { CarePlan, Result } from 'mock-api/contract';
import { call } from './client.ts';

/** Every result the session may see, newest first. */
export const fetchResults = () => call<Result[]>('get', 'v1/results');

/** Every care plan the session may see. */
export const fetchCarePlans = () => call<CarePlan[]>('get', 'v1/care-plans');
