import { readThrough } from 'shared-ui';
import type { CarePlan } from 'shared-ui/api';

/** Fetches the patient's care plans; offline, returns those fetched last. Throws ApiFailure. */
export const fetchCarePlans = () => readThrough<CarePlan[]>('v1/care-plans');
