/** Converts every error to `{error:{code,message,fields?}}` in the reader's language, without further details. */
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { PasswordRule } from 'shared-ui/contract';
import { isMessageKey, type Locale, type Params, translate, wantedLocale } from '../common/i18n.ts';
import { type ProblemCode, ProblemError } from '../common/problems.ts';
import { NEW_PASSWORD } from '../contract/parts.ts';
import type { ApiError } from '../contract.ts';
import { isOutage, RETRY_OUTAGE } from '../db/open.ts';
import type { App } from '../services/context.ts';

type Violation = NonNullable<FastifyError['validation']>[number];

/** Codes of Fastify's own errors. */
const BY_CODE: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
};

function fieldOf({ instancePath, keyword, params }: Violation): string {
  const path = instancePath.split('/').filter((part) => part !== '');
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path.join('.') || 'body';
}

/** Reports an empty text as missing, which is what it is to the reader of the message. */
function ruleOf({ keyword, params }: Violation): string {
  return keyword === 'minLength' && params.limit === 1 ? 'required' : keyword;
}

/** The reader of an error, and the rule for new passwords that they have to meet. */
interface Reader {
  locale: Locale;
  passwordRule: PasswordRule;
}

function sentenceFor(violation: Violation, field: string, { locale, passwordRule }: Reader): string {
  const rule = violation.params.format === NEW_PASSWORD ? passwordRule : ruleOf(violation);
  const key = [`field.${field}.${rule}`, `field.${rule}`].find(isMessageKey) ?? 'field.invalid';
  const { limit } = violation.params;
  return translate(locale, key, typeof limit === 'number' ? { limit } : {});
}

/** Returns the first message about each field. */
function fieldsOf(violations: readonly Violation[], reader: Reader): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const violation of violations) {
    const field = fieldOf(violation);
    fields[field] ??= sentenceFor(violation, field, reader);
  }
  return fields;
}

function toProblem(error: FastifyError, reader: Reader): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error.validation) return new ProblemError('VALIDATION', { fields: fieldsOf(error.validation, reader) });
  const known = BY_CODE[error.code];
  if (known) return new ProblemError(known);
  if (isOutage(error)) return new ProblemError('UNAVAILABLE', { retryAfter: RETRY_OUTAGE });
  const status = error.statusCode ?? 500;
  return new ProblemError(status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL');
}

/** Returns the stack trace without the message, which may quote user input. */
function traceOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim());
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
  params: Params,
): FastifyReply {
  const { code, status, details } = problem;
  request.problemCode = code;
  if (details.retryAfter !== undefined) reply.header('retry-after', String(details.retryAfter));
  const body: ApiError = {
    error: {
      code,
      message: translate(request.locale, `error.${code}`, { ...params, ...details.params }),
      ...(details.fields ? { fields: details.fields } : {}),
    },
  };
  return reply
    .code(status)
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Responds to URLs that cannot be routed, for example because of a broken percent code. */
export function sendBadUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  request.locale = wantedLocale(request.headers['accept-language']) ?? 'en';
  void sendProblem(request, reply, new ProblemError('BAD_REQUEST'), {});
}

/**
 * Responds to bytes that are not an HTTP request. The response is in English, as there is no request to ask for a
 * language.
 */
export function sendBadRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message: translate('en', 'error.BAD_REQUEST') } });
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

export const errors = fastifyPlugin(async (app: App) => {
  const { brand, passwordRule } = app.config;
  const params = { support: brand.supportEmail };
  app.decorateRequest('problemCode', undefined);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, { locale: request.locale, passwordRule });
    if (problem.status >= 500) {
      request.log.error({ name: error.name, code: error.code, trace: traceOf(error) }, 'request failed');
    }
    return sendProblem(request, reply, problem, params);
  });

  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new ProblemError('ROUTE_NOT_FOUND'), params));
});
