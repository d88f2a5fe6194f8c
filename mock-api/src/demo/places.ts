/**
 * Where things are in the demo's hospital, and when: accounts, story and care plans take them from here. The record in
 * tools/fhir-server/demo says the same, which a test checks.
 */
import { say } from './words.ts';

const WARD_LEVEL = 4;

export const PLACES = {
  ward: say('place.level', { level: WARD_LEVEL }),
  xray: say('place.level', { level: 2 }),
  headClinic: say('place.headClinic', { level: 1 }),
} as const;

/** Places in the middle of a sentence. */
export const WITHIN = {
  ward: say('place.within', { level: WARD_LEVEL }),
  scanner: say('place.within', { level: 1 }),
} as const;

/** Names of the wards on that level. */
export const WARDS = [`${WARD_LEVEL}A`, `${WARD_LEVEL}B`] as const;

/** Returns the number of a room in the ward. */
export const roomInWard = (number: number) => `${WARD_LEVEL}${String(number).padStart(2, '0')}`;

/** How long after the admission the X-ray is planned, in minutes. */
export const XRAY_AFTER_MINUTES = 30;

/** How long after the stay the head injury clinic sees the patient again, in weeks. */
export const FOLLOW_UP_WEEKS = 2;
