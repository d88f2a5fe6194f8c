import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';

/** Options for Ajv. */
export type AjvOptions = NonNullable<NonNullable<FastifyServerOptions['ajv']>['customOptions']>;

/**
 * Makes an app compile each route's schemas when they are first used, with Fastify's own compilers. Compiling all of
 * them takes a third of the API's start.
 */
export function compileLazily(app: FastifyInstance, customOptions: AjvOptions): void {
  const compileValidator = ajvCompiler()({}, { customOptions });
  const compileSerializer = serializerCompiler()({}, {});
  app.setValidatorCompiler((route) => {
    let compiled: FastifyValidationResult | undefined;
    const validate: FastifyValidationResult = (data) => {
      compiled ??= compileValidator(route) as FastifyValidationResult;
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  });
  app.setSerializerCompiler((route) => {
    let compiled: ReturnType<typeof compileSerializer> | undefined;
    return (data) => {
      compiled ??= compileSerializer({ httpStatus: 'default', ...route });
      return compiled(data);
    };
  });
}
