import type { SurveySent } from 'mock-api/contract';
import { readThrough } from 'shared-ui';

/** Fetches which surveys the hospital has received from the user. Throws ApiFailure. */
export const fetchSentSurveys = () => readThrough<SurveySent[]>('v1/survey-receipts');
