import { yup } from 'shared-ui/forms';

/** What has to be agreed to before the trial: the NDA, and Privacy Policy with Terms. */
export interface Agreed {
  nda: boolean;
  terms: boolean;
}

export const NOTHING_AGREED: Agreed = { nda: false, terms: false };

/** Both boxes are ticked. It has no messages: one sentence speaks of both, or the button stays disabled. */
export const AGREED_SCHEMA = yup.object({ nda: yup.boolean().oneOf([true]), terms: yup.boolean().oneOf([true]) });
