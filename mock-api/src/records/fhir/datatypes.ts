/**
 * FHIR R4 data types, reduced to the fields that are used. A resource is checked against them before it is mapped, so
 * that mappers can rely on every field that they read. Numbers are FhirNumbers; fields that are not listed may have any
 * value.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { FhirNumber, isObject } from './json.ts';

export const Decimal = Type.Refine(
  Type.Unsafe<FhirNumber>(Type.Object({})),
  (value) => value instanceof FhirNumber && Number.isFinite(value.value),
);

type Fields = Record<string, TSchema>;
type Maybe<F extends Fields> = { [K in keyof F]: ReturnType<typeof Type.Optional<F[K]>> };

/** Returns an object schema with only optional fields, as almost all of FHIR's are. */
export function fields<F extends Fields>(of: F) {
  const optional = Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, Type.Optional(schema)]));
  return Type.Object(optional as Maybe<F>);
}

export const text = Type.String();
export const list = <T extends TSchema>(item: T) => Type.Array(item);

/** The standard extension that holds a translation. */
export const Extended = fields({
  extension: list(
    fields({
      url: text,
      extension: list(fields({ url: text, valueCode: text, valueString: text, valueMarkdown: text })),
    }),
  ),
});
export type Extended = Static<typeof Extended>;

export const Coding = fields({
  system: text,
  code: text,
  display: text,
  _display: Extended,
  userSelected: Type.Boolean(),
});
export type Coding = Static<typeof Coding>;
export const Concept = fields({ coding: list(Coding), text, _text: Extended });
export type Concept = Static<typeof Concept>;
export const Reference = fields({ reference: text, display: text, type: text });
export type Reference = Static<typeof Reference>;
export const Period = fields({ start: text, end: text });
export type Period = Static<typeof Period>;
export const Quantity = fields({ value: Decimal, comparator: text, unit: text, system: text, code: text });
export type Quantity = Static<typeof Quantity>;
export const Range = fields({ low: Quantity, high: Quantity });
export type Range = Static<typeof Range>;
export const Ratio = fields({ numerator: Quantity, denominator: Quantity });
export type Ratio = Static<typeof Ratio>;
export const Note = fields({ text, _text: Extended });
export type Note = Static<typeof Note>;
export const HumanName = fields({
  text,
  family: text,
  given: list(text),
  prefix: list(text),
  suffix: list(text),
  use: text,
});
export type HumanName = Static<typeof HumanName>;
export const Identifier = fields({ system: text, value: text });

/** `fileId` replaces the content of an attachment when its resource is stored. */
export const Attachment = fields({
  contentType: text,
  url: text,
  title: text,
  _title: Extended,
  fileId: text,
  language: text,
});
export type Attachment = Static<typeof Attachment>;

const Repeat = fields({
  boundsPeriod: Period,
  boundsDuration: Quantity,
  boundsRange: Range,
  count: Decimal,
  duration: Decimal,
  durationMax: Decimal,
  durationUnit: text,
  frequency: Decimal,
  frequencyMax: Decimal,
  period: Decimal,
  periodMax: Decimal,
  periodUnit: text,
  dayOfWeek: list(text),
  timeOfDay: list(text),
  when: list(text),
  offset: Decimal,
});
export const Timing = fields({ event: list(text), repeat: Repeat, code: Concept });

export const Dosage = fields({
  text,
  _text: Extended,
  patientInstruction: text,
  _patientInstruction: Extended,
  additionalInstruction: list(Concept),
  timing: Timing,
  asNeededBoolean: Type.Boolean(),
  asNeededCodeableConcept: Concept,
  route: Concept,
  doseAndRate: list(
    fields({ doseQuantity: Quantity, doseRange: Range, rateQuantity: Quantity, rateRange: Range, rateRatio: Ratio }),
  ),
  maxDosePerPeriod: Ratio,
  maxDosePerAdministration: Quantity,
});
export type Dosage = Static<typeof Dosage>;

export const resource = {
  id: text,
  language: text,
  meta: fields({ lastUpdated: text, security: list(Coding) }),
  contained: list(Type.Object({ resourceType: text, id: Type.Optional(text) })),
};

export interface Resource {
  resourceType: string;
  id: string;
  [field: string]: unknown;
}

export const isResourceId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9.-]{1,64}$/.test(value);

export const isResourceType = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z][A-Za-z]{1,63}$/.test(value);

export const isResource = (value: unknown): value is Resource =>
  isObject(value) && isResourceType(value.resourceType) && isResourceId(value.id);

/** Returns a resource whose used fields have the right shape; undefined for any other. */
export const shaped = <S extends TSchema>(
  schema: S,
  found: Resource | undefined,
): (Resource & Static<S>) | undefined => (found && Check(schema, found) ? (found as Resource & Static<S>) : undefined);
