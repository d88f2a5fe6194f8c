import { readThrough } from 'shared-ui';
import type { CarePlan } from 'shared-ui/api';

/** The person's care plans; without network those that were last fetched. Throws ApiFailure. */
export const fetchCarePlans = () => readThrough<CarePlan[]>('v1/care-plans');
