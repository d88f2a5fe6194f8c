/** A value that crossed a door in the wrong shape. `path` names the field, e.g. `remotes.surveys.active`. */
export class ShapeError extends Error {
  readonly path: string;
  constructor(path: string, expected: string) {
    super(`${path || 'document'}: expected ${expected}`);
    this.name = 'ShapeError';
    this.path = path;
  }
}

export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const at = (path: string, key: string) => (path ? `${path}.${key}` : key);

/** The value as an object. Throws ShapeError naming `path`. */
export function object(value: unknown, path = ''): Fields {
  if (!isObject(value)) throw new ShapeError(path, 'an object');
  return value;
}

/** The named field as a non-empty string. Throws ShapeError. */
export function text(fields: Fields, key: string, path = ''): string {
  const value = fields[key];
  if (typeof value !== 'string' || value === '') throw new ShapeError(at(path, key), 'a non-empty text');
  return value;
}

/** The named field as a text if it is there, else undefined. Throws ShapeError on any other type. */
export function optionalText(fields: Fields, key: string, path = ''): string | undefined {
  return fields[key] === undefined ? undefined : text(fields, key, path);
}

/** The named field as a number. Throws ShapeError. */
export function number(fields: Fields, key: string, path = ''): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ShapeError(at(path, key), 'a number');
  return value;
}

/** The named field as a list of texts. Throws ShapeError. */
export function texts(fields: Fields, key: string, path = ''): string[] {
  const value = fields[key];
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) {
    throw new ShapeError(at(path, key), 'a list of texts');
  }
  return value as string[];
}

/** The named field as a map whose every value passed `read`. Throws ShapeError. */
export function record<T>(fields: Fields, key: string, path: string, read: (value: unknown, path: string) => T) {
  const here = at(path, key);
  const entries = Object.entries(object(fields[key], here));
  return Object.fromEntries(entries.map(([name, value]) => [name, read(value, at(here, name))])) as Record<string, T>;
}

/** Reads a text found at `path`; for use with {@link record}. */
export function textAt(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw new ShapeError(path, 'a non-empty text');
  return value;
}
