interface Schema {
  validate(values: unknown, options: { abortEarly: boolean }): Promise<unknown>;
}

/** Returns all messages of a schema about these values; none if they are valid. */
export const complaintsOf = (schema: Schema, values: unknown): Promise<string[]> =>
  schema.validate(values, { abortEarly: false }).then(
    () => [],
    ({ errors }) => errors,
  );
