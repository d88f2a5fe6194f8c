import { yup } from 'shared-ui/forms';

/** Agreements required before the trial: the NDA, and the Privacy Policy with the Terms. */
export interface Agreed {
  nda: boolean;
  terms: boolean;
}

export const NOTHING_AGREED: Agreed = { nda: false, terms: false };

/** Requires both boxes. It has no messages: one message covers both, or the button stays disabled. */
export const AGREED_SCHEMA = yup.object({ nda: yup.boolean().oneOf([true]), terms: yup.boolean().oneOf([true]) });
