import type { SignUp } from 'mock-api/contract';
import { call, callForFile } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of the people who signed up out of interest, newest first. Throws ApiFailure. */
export const fetchSignUps = (after?: string) => call<SignUp[]>('get', `v1/desk/sign-ups${pageQuery({}, after)}`);

/** Fetches all sign-ups as a CSV file. Throws ApiFailure. */
export const fetchSignUpsFile = () => callForFile('v1/desk/sign-ups.csv', 'text/csv');
