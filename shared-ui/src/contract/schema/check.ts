/** Thrown when external data has the wrong shape. `path` names the field, e.g. `remotes.surveys.active`. */
export class ShapeError extends Error {
  readonly path: string;
  /** @param says what is wrong with the field: "is missing", "must be …" */
  constructor(path: string, says: string) {
    super(`${path || 'document'} ${says}`);
    this.name = 'ShapeError';
    this.path = path;
  }
}

/** Returns true for objects other than null and arrays, whatever their content. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
