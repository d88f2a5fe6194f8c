/**
 * Where things are in the demo's hospital, and when: accounts, story and care plans take them from here. The record in
 * tools/fhir-server/demo says the same, which a test checks.
 */
import type { Text } from '../common/documents.ts';

const level = (number: number): Text => ({ en: `Level ${number}`, fr: `Étage ${number}` });

const WARD_LEVEL = 4;
const HEAD_CLINIC_LEVEL = 1;

export const PLACES = {
  ward: level(WARD_LEVEL),
  xray: level(2),
  scanner: level(1),
  headClinic: {
    en: `Head injury clinic, Level ${HEAD_CLINIC_LEVEL}`,
    fr: `Clinique des traumatismes crâniens, étage ${HEAD_CLINIC_LEVEL}`,
  },
} as const satisfies Record<string, Text>;

/** Names of the wards on that level. */
export const WARDS = [`${WARD_LEVEL}A`, `${WARD_LEVEL}B`] as const;

/** Returns the number of a room in the ward. */
export const roomInWard = (number: number) => `${WARD_LEVEL}${String(number).padStart(2, '0')}`;

/** How long after the admission the X-ray is planned, in minutes. */
export const XRAY_AFTER_MINUTES = 30;

/** How long after the stay the head injury clinic sees the patient again, in weeks. */
export const FOLLOW_UP_WEEKS = 2;

/** Returns a place in the middle of a sentence. */
export const within = ({ en, fr }: Text): Text => ({ en, fr: fr.charAt(0).toLowerCase() + fr.slice(1) });
