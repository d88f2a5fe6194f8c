/** What a reader may see of a patient's rows. */

/** `shared`: without what is withheld from supporters. */
export type Scope = 'all' | 'shared';

/** Values of `withheld` within a scope. */
export const withheldIn = (scope: Scope): number[] => (scope === 'all' ? [0, 1] : [0]);
