import { type Static, Type } from 'typebox';
import {
  Concept,
  Exact,
  fields,
  list,
  Note,
  Period,
  Quantity,
  Range,
  Ratio,
  Reference,
  resource,
  text,
} from '../../fhir/datatypes.ts';

const ReferenceRange = fields({
  low: Quantity,
  high: Quantity,
  type: Concept,
  appliesTo: list(Concept),
  age: Range,
  text,
});
export type ReferenceRange = Static<typeof ReferenceRange>;

const measured = {
  code: Concept,
  valueQuantity: Quantity,
  valueCodeableConcept: Concept,
  valueString: text,
  valueBoolean: Type.Boolean(),
  valueInteger: Exact,
  valueRange: Range,
  valueRatio: Ratio,
  valueTime: text,
  valueDateTime: text,
  valuePeriod: Period,
  valueSampledData: fields({}),
  dataAbsentReason: Concept,
  interpretation: list(Concept),
  referenceRange: list(ReferenceRange),
};

const Component = fields(measured);
/** An Observation or one of its components. */
export type Measured = Static<typeof Component>;

export const ObservationSchema = fields({
  ...resource,
  ...measured,
  status: text,
  category: list(Concept),
  subject: Reference,
  effectiveDateTime: text,
  effectivePeriod: Period,
  effectiveInstant: text,
  issued: text,
  note: list(Note),
  component: list(Component),
  hasMember: list(Reference),
});
export type ObservationResource = Static<typeof ObservationSchema>;
