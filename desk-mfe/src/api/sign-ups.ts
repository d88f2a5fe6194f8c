import type { SignUp } from 'mock-api/contract';
import { call, callForFile } from 'shared-ui';
import { pageQuery } from './page.ts';

/** A page of those who signed up out of interest, the newest first. Throws ApiFailure. */
export const fetchSignUps = (after?: string) => call<SignUp[]>('get', `v1/desk/sign-ups${pageQuery({}, after)}`);

/** All sign-ups as a file for a spreadsheet. Throws ApiFailure. */
export const fetchSignUpsFile = () => callForFile('v1/desk/sign-ups.csv', 'text/csv');
