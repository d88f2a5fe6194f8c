import type { FormOf } from '../form.ts';
import { LOCALE } from '../schema/rules.ts';

/** What a language pack is for. */
export interface PackedLanguage {
  /** BCP 47 tag. */
  tag: string;
  /** Its name in the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /**
   * `corrections`: it changes texts of a language that builds have. `reviewed` and `machine`: it is a whole language, and
   * people have signed all of its critical texts, or not.
   */
  state: 'corrections' | 'machine' | 'reviewed';
}

export const PACKED_LANGUAGE: FormOf<PackedLanguage> = {
  kind: 'object',
  required: {
    tag: { kind: 'text', rule: LOCALE },
    name: { kind: 'text' },
    direction: { kind: 'choice', of: ['ltr', 'rtl'] },
    state: { kind: 'choice', of: ['machine', 'corrections', 'reviewed'] },
  },
  optional: {},
};
