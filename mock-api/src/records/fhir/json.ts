/** FHIR's JSON. Its numbers keep the digits that the source wrote: "1.00" is not "1". */

declare global {
  interface JSON {
    /** Returns a value that `stringify` writes unchanged (ECMAScript 2026). */
    rawJSON(text: string): object;
  }
}

/** A JSON number and how it was written. */
export class FhirNumber {
  readonly value: number;
  readonly written: string;

  constructor(value: number, written: string) {
    this.value = value;
    this.written = written;
  }

  toJSON(): object {
    return JSON.rawJSON(this.written);
  }
}

const keepWritten = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? new FhirNumber(value, context?.source ?? String(value)) : value;

/**
 * Parses JSON; every number in it becomes a FhirNumber, which `JSON.stringify` writes back as it was.
 * @throws SyntaxError
 */
export const parseFhirJson = (text: string): unknown => JSON.parse(text, keepWritten);

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FhirNumber);

/** Returns the objects in a list; none for anything else. */
export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : []).filter(isObject);
