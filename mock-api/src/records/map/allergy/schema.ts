import type { Static } from 'typebox';
import { Concept, fields, list, Note, Period, Reference, resource, text } from '../../fhir/datatypes.ts';

export const AllergySchema = fields({
  ...resource,
  clinicalStatus: Concept,
  verificationStatus: Concept,
  category: list(text),
  criticality: text,
  code: Concept,
  patient: Reference,
  onsetDateTime: text,
  onsetPeriod: Period,
  recordedDate: text,
  note: list(Note),
  reaction: list(
    fields({ substance: Concept, manifestation: list(Concept), description: text, onset: text, severity: text }),
  ),
});
export type AllergyResource = Static<typeof AllergySchema>;
