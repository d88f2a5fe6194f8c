import type { DeskArrival, DeskPin, PrintedBands } from 'mock-api/contract';
import { call, callPut, staffPaths } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Page of patients who have arrived and have no wristband yet. */
export const ARRIVALS_PATH = `${staffPaths.desk}/arrivals`;

/** Most wristbands that the API prints as one file. */
export const MOST_BANDS = 200;

/** Fetches a page of admitted patients without a wristband, those who have waited longest first. */
export const fetchArrivals = (after?: string) => call<DeskArrival[]>('get', `v1/desk/arrivals${pageQuery({}, after)}`);

/**
 * Prints wristbands, issuing those that are missing. Resolves with the file and the codes.
 * @param withPins whether patients without a confirmed number also get a page with a PIN
 */
export async function printBands(patients: readonly string[], withPins: boolean) {
  const { pdf, bands } = await call<PrintedBands>('post', 'v1/desk/wristbands', { patients, withPins });
  const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
  return { file: new Blob([bytes], { type: 'application/pdf' }), bands };
}

const pathOf = (id: string) => `v1/desk/patients/${encodeURIComponent(id)}`;

/** Makes a PIN for a patient without a number. The one before is void. */
export const makePin = (id: string) => call<DeskPin>('post', `${pathOf(id)}/pin`);

/** Uses a mobile number that the patient has confirmed. @throws ApiFailure with status 409 if there is another by now */
export const confirmPhone = (id: string, phoneNumber: string) => callPut<void>(`${pathOf(id)}/phone`, { phoneNumber });
