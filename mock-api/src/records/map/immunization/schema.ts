import { type Static, Type } from 'typebox';
import { Concept, Extended, fields, list, Note, Reference, resource, text } from '../../fhir/datatypes.ts';

export const ImmunizationSchema = fields({
  ...resource,
  status: text,
  statusReason: Concept,
  vaccineCode: Concept,
  patient: Reference,
  occurrenceDateTime: text,
  occurrenceString: text,
  _occurrenceString: Extended,
  recorded: text,
  isSubpotent: Type.Boolean(),
  note: list(Note),
});
export type ImmunizationResource = Static<typeof ImmunizationSchema>;
