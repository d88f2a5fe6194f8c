/**
 * Plain-language texts of the hospital's own service, which staff read beside the report before anybody else sees them.
 * Staff only.
 *
 * - `GET /api/v1/desk/explanations?state=` lists them, the oldest first: DeskExplanation[]
 * - `POST /api/v1/desk/explanations/{id}/approve` with ExplanationText, as edited: DeskExplanation
 * - `POST /api/v1/desk/explanations/{id}/refuse`: DeskExplanation
 *
 * Problems, besides NOT_FOUND (also after a correction of the report): ALREADY_DECIDED.
 */
import { type Static, Type } from 'typebox';
import { Page } from './desk.ts';
import { closed, identifiers, Nullable, Time } from './parts.ts';
import { Language } from './requests.ts';

export const ExplanationState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('approved'),
  Type.Literal('refused'),
]);
export type ExplanationState = Static<typeof ExplanationState>;

export const ExplanationsWanted = Type.Object({ ...Page.properties, state: Type.Optional(ExplanationState) }, closed);

/** The longest text that is taken from the service or from staff, in characters. */
export const EXPLANATION_LENGTH = 8_000;

export const DeskExplanation = Type.Object(
  {
    id: Type.String(),
    patient: Type.Object({ id: Type.String(), name: Type.String(), ...identifiers }, closed),
    result: Type.Object({ id: Type.String(), name: Type.String(), resultsAt: Time }, closed),
    report: Type.String({ description: 'The report as the service got it, without whose it is' }),
    text: Type.String({ description: 'Plain text' }),
    language: Language,
    state: ExplanationState,
    createdAt: Time,
    decidedBy: Nullable(Type.String()),
    decidedAt: Nullable(Time),
  },
  closed,
);
export type DeskExplanation = Static<typeof DeskExplanation>;

/** Text to show instead of the service's; absent: that text. */
export const ExplanationText = Type.Object(
  { text: Type.Optional(Type.String({ minLength: 1, maxLength: EXPLANATION_LENGTH, pattern: '\\S' })) },
  closed,
);
