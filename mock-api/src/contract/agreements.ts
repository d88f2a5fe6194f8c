/** Documents that users agree to, by version. */
import { type Static, Type } from 'typebox';
import { closed, Nullable, Time } from './parts.ts';

const NAME = '^[a-z][a-z-]{0,31}$';
const VERSION = '^[0-9][0-9A-Za-z.-]{0,15}$';

/** A document in its current version, e.g. {document: "privacy", version: "1.0"}. */
export const AgreementDue = Type.Object({ document: Type.String(), version: Type.String() }, closed);
export type AgreementDue = Static<typeof AgreementDue>;

/** A document version and when this user agreed to it; null: not yet. */
export const Agreement = Type.Object(
  { document: Type.String(), version: Type.String(), agreedAt: Nullable(Time) },
  closed,
);
export type Agreement = Static<typeof Agreement>;

/** Not closed: a client may send back what it received. The server sets the time. */
const Agreed = Type.Object({ document: Type.String({ pattern: NAME }), version: Type.String({ pattern: VERSION }) });
/** One or more documents that a user agrees to. */
export const AgreementsGiven = Type.Union([Agreed, Type.Array(Agreed, { minItems: 1, maxItems: 20 })]);
export type AgreementsGiven = Static<typeof AgreementsGiven>;
