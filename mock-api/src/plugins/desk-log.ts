/** Every response to staff needs an entry in the audit log: a route that forgets it fails. */
import fastifyPlugin from 'fastify-plugin';
import type { App } from '../services/context.ts';

export const deskLog = fastifyPlugin(async (app: App) => {
  app.decorateRequest('isLogged', false);

  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.auth !== 'staff' || reply.statusCode >= 400 || request.isLogged) return;
    throw new Error(`${request.method} ${request.routeOptions.url} is not in the audit log`);
  });
});
