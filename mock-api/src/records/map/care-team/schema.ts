import type { Static } from 'typebox';
import { Concept, fields, list, Period, Reference, resource, text } from '../../fhir/datatypes.ts';

export const CareTeamSchema = fields({
  ...resource,
  status: text,
  name: text,
  subject: Reference,
  period: Period,
  participant: list(fields({ role: list(Concept), member: Reference, onBehalfOf: Reference, period: Period })),
});
export type CareTeamResource = Static<typeof CareTeamSchema>;
