/**
 * Rules for every request and response: strict JSON, no caching, no MIME sniffing, log lines without content, and the
 * language.
 */
import fastifyPlugin from 'fastify-plugin';
import { isForOperators } from 'server-kit/operation';
import { tagOf, translate, wantedLocale } from '../common/i18n.ts';
import { ProblemError } from '../common/problems.ts';
import type { App } from '../services/context.ts';
import { acceptJson } from './json-body.ts';

/** Headers of every response that does not set its own. */
export const RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const;

/** Returns the path of a text that contains a NUL character, which PostgreSQL cannot store. */
function findNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = key.includes('\u0000') ? path : findNul(item, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const hygiene = fastifyPlugin(async (app: App) => {
  app.removeAllContentTypeParsers();
  acceptJson(app, 'application/json');

  app.addHook('preValidation', async (request) => {
    const field = [request.body, request.params, request.query]
      .map((part) => findNul(part, ''))
      .find((f) => f !== undefined);
    if (field === undefined) return;
    const sentence = translate(request.locale, 'field.invalid');
    throw new ProblemError('VALIDATION', { fields: { [field || 'body']: sentence } });
  });

  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(RESPONSE_HEADERS)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });

  app.addHook('onResponse', async (request, reply) => {
    if (isForOperators(request.routeOptions.url)) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.session ? { userId: request.session.user.id } : {}),
        ...(request.problemCode ? { problem: request.problemCode } : {}),
      },
      'request completed',
    );
  });
});

/** Determines each request's language and states the language of the response. */
export const localisation = fastifyPlugin(async (app: App) => {
  app.decorateRequest('locale', 'en');
  app.decorateRequest('wantedLocale', undefined);

  app.addHook('onRequest', async (request) => {
    request.wantedLocale = wantedLocale(request.headers['accept-language']);
    request.locale = request.wantedLocale ?? 'en';
  });

  app.addHook('onSend', async (request, reply) => {
    reply.header('vary', 'Accept-Language, Authorization');
    if (!reply.hasHeader('content-language')) reply.header('content-language', tagOf(request.locale));
  });
});
