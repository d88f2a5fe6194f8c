/** A value from outside in the wrong shape. `path` names the field, e.g. `remotes.surveys.active`. */
export class ShapeError extends Error {
  readonly path: string;
  /** @param says what is wrong with the field: "is missing", "must be …" */
  constructor(path: string, says: string) {
    super(`${path || 'document'} ${says}`);
    this.name = 'ShapeError';
    this.path = path;
  }
}

/** Whether a value is a plain object, whatever is in it. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
