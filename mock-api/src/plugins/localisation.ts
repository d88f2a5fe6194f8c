/** Determines each request's language and states the language of the response. */
import fastifyPlugin from 'fastify-plugin';
import { LANGUAGE_TAGS, wantedLocale } from '../common/i18n.ts';
import type { App } from '../services/context.ts';

export const localisation = fastifyPlugin(async (app: App) => {
  app.decorateRequest('locale', 'en');
  app.decorateRequest('wantedLocale', undefined);

  app.addHook('onRequest', async (request) => {
    request.wantedLocale = wantedLocale(request.headers['accept-language']);
    request.locale = request.wantedLocale ?? 'en';
  });

  app.addHook('onSend', async (request, reply) => {
    reply.header('vary', 'Accept-Language, Authorization');
    if (!reply.hasHeader('content-language')) reply.header('content-language', LANGUAGE_TAGS[request.locale]);
  });
});
