import type { FormOf } from 'shared-ui/contract/documents';
import type { Signature } from 'shared-ui/contract/review';

/** A critical text as staff have signed it at the desk. */
export interface DeskSignature extends Pick<Signature, 'by' | 'on'> {
  /** Catalogue and key, such as `timeline-mfe/requests:need.urgent`. */
  id: string;
  english: string;
  translation: string;
  /** The translation in the API's release; staff have corrected it if it is another one. */
  replaces: string;
}

/** What staff have signed in one language: the file that the desk saves for a build or pack. */
export interface DeskReview {
  language: string;
  texts: DeskSignature[];
}

const TEXT = { kind: 'text' } as const;

export const DESK_REVIEW: FormOf<DeskReview> = {
  kind: 'object',
  required: {
    language: TEXT,
    texts: {
      kind: 'list',
      of: {
        kind: 'object',
        required: { id: TEXT, english: TEXT, translation: TEXT, replaces: TEXT, by: TEXT, on: TEXT },
        optional: {},
      },
    },
  },
  optional: {},
};
