/** What has to be agreed to before the trial: the NDA, and Privacy Policy with Terms. */
export interface Agreed {
  nda: boolean;
  terms: boolean;
}

export const NOTHING_AGREED: Agreed = { nda: false, terms: false };

/** Both boxes are ticked. */
export const isAllAgreed = ({ nda, terms }: Agreed) => nda && terms;
