import { type Static, Type } from 'typebox';
import {
  Concept,
  Dosage,
  Extended,
  fields,
  list,
  Note,
  Period,
  Quantity,
  Reference,
  resource,
  text,
} from '../../fhir/datatypes.ts';

const taken = {
  ...resource,
  status: text,
  intent: text,
  doNotPerform: Type.Boolean(),
  medicationCodeableConcept: Concept,
  medicationReference: Reference,
  subject: Reference,
  reasonCode: list(Concept),
  reasonReference: list(Reference),
  note: list(Note),
};

/** MedicationRequest: an order. */
export const MedicationRequestSchema = fields({
  ...taken,
  statusReason: Concept,
  authoredOn: text,
  dosageInstruction: list(Dosage),
  dispenseRequest: fields({ validityPeriod: Period }),
});
/** MedicationStatement: what the patient, or someone who knows, has said. */
export const MedicationStatementSchema = fields({
  ...taken,
  statusReason: list(Concept),
  effectiveDateTime: text,
  effectivePeriod: Period,
  dateAsserted: text,
  dosage: list(Dosage),
});
/** MedicationAdministration: what was given at the hospital. */
export const MedicationAdministrationSchema = fields({
  ...taken,
  statusReason: list(Concept),
  effectiveDateTime: text,
  effectivePeriod: Period,
  dosage: fields({ text, _text: Extended, route: Concept, dose: Quantity }),
});
export const MedicationSchema = fields({
  ...resource,
  code: Concept,
  ingredient: list(fields({ itemCodeableConcept: Concept, itemReference: Reference })),
});

export type MedicationRequestResource = Static<typeof MedicationRequestSchema>;
export type MedicationStatementResource = Static<typeof MedicationStatementSchema>;
export type MedicationAdministrationResource = Static<typeof MedicationAdministrationSchema>;
/** What the three have in common. */
export type Taken = Pick<
  MedicationRequestResource,
  | 'medicationCodeableConcept'
  | 'medicationReference'
  | 'reasonCode'
  | 'reasonReference'
  | 'note'
  | 'status'
  | 'language'
  | 'id'
>;
