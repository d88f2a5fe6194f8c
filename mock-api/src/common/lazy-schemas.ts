import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { FastifyRouteSchemaDef, FastifyValidationResult } from 'fastify/types/schema.js';
import { type EmailFormat, isEmail, isPlainName, meetsPasswordRule, type PasswordRule } from 'shared-ui/contract';
import { EMAIL_ADDRESS, NEW_PASSWORD, PLAIN_NAME } from '../contract/parts.ts';

type AjvOptions = NonNullable<NonNullable<FastifyServerOptions['ajv']>['customOptions']>;

/** Which values forms may hold, as the settings say. */
interface Rules {
  emailFormat: EmailFormat;
  passwordRule: PasswordRule;
}

const optionsFor = ({ emailFormat, passwordRule }: Rules): AjvOptions => ({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  formats: {
    [PLAIN_NAME]: isPlainName,
    [EMAIL_ADDRESS]: (text: string) => isEmail(text, emailFormat),
    [NEW_PASSWORD]: (text: string) => meetsPasswordRule(text, passwordRule),
  },
});

const made = new Map<string, AjvOptions>();

/** Returns how bodies are validated: the same object for all apps with these rules. */
export function validatorOptions({ emailFormat, passwordRule }: Rules): AjvOptions {
  const key = `${emailFormat} ${passwordRule}`;
  const options = made.get(key) ?? optionsFor({ emailFormat, passwordRule });
  made.set(key, options);
  return options;
}

type Serialize = ReturnType<ReturnType<ReturnType<typeof serializerCompiler>>>;

/** Serializers by their schema's JSON: routes with equal responses, and all with the same errors, share one. */
const serializers = new Map<string, Serialize>();
const compileSerializer = serializerCompiler()({}, {});

function serializerOf(route: Parameters<typeof compileSerializer>[0]): Serialize {
  const key = JSON.stringify(route.schema);
  const known = serializers.get(key) ?? compileSerializer(route);
  serializers.set(key, known);
  return known;
}

/** Validators by their schema's JSON, for each set of options. */
const validators = new WeakMap<AjvOptions, (route: FastifyRouteSchemaDef<unknown>) => FastifyValidationResult>();

function validatorCompilerOf(customOptions: AjvOptions) {
  const known = validators.get(customOptions);
  if (known) return known;
  const compile = ajvCompiler()({}, { customOptions });
  const compiled = new Map<string, FastifyValidationResult>();
  const compileOnce = (route: FastifyRouteSchemaDef<unknown>): FastifyValidationResult => {
    const key = JSON.stringify(route.schema);
    const validate = compiled.get(key) ?? (compile(route) as FastifyValidationResult);
    compiled.set(key, validate);
    return validate;
  };
  validators.set(customOptions, compileOnce);
  return compileOnce;
}

/**
 * Makes an app compile each route's schemas when they are first used, with Fastify's own compilers. Compiling all of
 * them takes a third of the API's start. Equal schemas are compiled once in a process.
 * @param customOptions the same object for all apps with the same options
 */
export function compileLazily(app: FastifyInstance, customOptions: AjvOptions): void {
  const compileValidator = validatorCompilerOf(customOptions);
  app.setValidatorCompiler((route) => {
    let compiled: FastifyValidationResult | undefined;
    const validate: FastifyValidationResult = (data) => {
      compiled ??= compileValidator(route);
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  });
  app.setSerializerCompiler((route) => {
    let compiled: Serialize | undefined;
    return (data) => {
      compiled ??= serializerOf({ httpStatus: 'default', ...route });
      return compiled(data);
    };
  });
}
