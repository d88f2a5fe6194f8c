import { PlainError, reasonOf } from './plain-error.ts';

type Fault = 'is missing' | (string & {});
/** What a text must look like, and how to say so: `must be ${says}`. */
export interface TextRule {
  pattern: RegExp;
  says: string;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads fields out of unknown data and remembers everything that is wrong with them, so that a person mends a file
 * in one go. A wrong field is replaced by an empty value; `done()` throws if there was any.
 */
export class Fields {
  readonly #source: string;
  readonly #faults: string[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  fault(field: string, fault: Fault): void {
    this.#faults.push(`"${field}" ${fault}`);
  }

  object(value: unknown, field: string): Record<string, unknown> {
    if (isRecord(value)) return value;
    this.#wrong(value, field, 'an object');
    return {};
  }

  text(value: unknown, field: string, rule?: TextRule): string {
    if (typeof value === 'string' && value !== '' && (rule === undefined || rule.pattern.test(value))) return value;
    this.#wrong(value, field, rule?.says ?? 'a text that is not empty');
    return '';
  }

  optionalText(value: unknown, field: string, rule?: TextRule): string | undefined {
    return value === undefined ? undefined : this.text(value, field, rule);
  }

  count(value: unknown, field: string): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    this.#wrong(value, field, 'a whole number, 0 or more');
    return 0;
  }

  texts(value: unknown, field: string, rule?: TextRule): string[] {
    return this.list(value, field).map((item, index) => this.text(item, `${field}[${index}]`, rule));
  }

  list(value: unknown, field: string): unknown[] {
    if (Array.isArray(value)) return value;
    this.#wrong(value, field, 'a list');
    return [];
  }

  /** An object whose values are all texts, e.g. name -> hash. */
  textMap(value: unknown, field: string, rule?: TextRule): Record<string, string> {
    const entries = Object.entries(this.object(value, field));
    return Object.fromEntries(entries.map(([key, item]) => [key, this.text(item, `${field}.${key}`, rule)]));
  }

  /** Throws one sentence that names the source and every faulty field. */
  done(): void {
    if (this.#faults.length > 0) throw new PlainError(`${this.#source}: ${this.#faults.join('; ')}`);
  }

  #wrong(value: unknown, field: string, expected: string): void {
    this.fault(field, value === undefined ? 'is missing' : `must be ${expected}`);
  }
}

/** The parsed text; when it is not JSON, an error that names the source. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new PlainError(`${source} is not JSON: ${reasonOf(thrown)}`);
  }
}
