import type { Static } from 'typebox';
import {
  Concept,
  Extended,
  fields,
  list,
  Note,
  Period,
  Quantity,
  Range,
  Reference,
  resource,
  text,
} from '../../fhir/datatypes.ts';

export const ConditionSchema = fields({
  ...resource,
  clinicalStatus: Concept,
  verificationStatus: Concept,
  severity: Concept,
  code: Concept,
  bodySite: list(Concept),
  subject: Reference,
  onsetDateTime: text,
  onsetPeriod: Period,
  onsetString: text,
  _onsetString: Extended,
  onsetAge: Quantity,
  onsetRange: Range,
  abatementDateTime: text,
  abatementPeriod: Period,
  abatementString: text,
  _abatementString: Extended,
  recordedDate: text,
  note: list(Note),
});
export type ConditionResource = Static<typeof ConditionSchema>;
