/** The documents that a person agrees to, by version. */
import { type Static, Type } from 'typebox';
import { closed, Nullable, Time } from './parts.ts';

const NAME = '^[a-z][a-z-]{0,31}$';
const VERSION = '^[0-9][0-9A-Za-z.-]{0,15}$';

/** A document in the version that holds at present, e.g. {document: "privacy", version: "1.0"}. */
export const AgreementDue = Type.Object({ document: Type.String(), version: Type.String() }, closed);
export type AgreementDue = Static<typeof AgreementDue>;

/** The same, and when this person agreed to that version; null: still to come. */
export const Agreement = Type.Object(
  { document: Type.String(), version: Type.String(), agreedAt: Nullable(Time) },
  closed,
);
export type Agreement = Static<typeof Agreement>;

/** A client may send back what it was given: the time is the server's own. */
const Agreed = Type.Object({ document: Type.String({ pattern: NAME }), version: Type.String({ pattern: VERSION }) });
/** What a person agrees to: one document or several. */
export const AgreementsGiven = Type.Union([Agreed, Type.Array(Agreed, { minItems: 1, maxItems: 20 })]);
export type AgreementsGiven = Static<typeof AgreementsGiven>;
