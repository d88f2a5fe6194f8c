/**
 * Keeps staff to their roles, and nurses to their wards. A route of the desk that doesn't declare its roles prevents
 * start-up.
 */
import fastifyPlugin from 'fastify-plugin';
import { deskWards, isInReach } from '../access/desk-access.ts';
import { ProblemError } from '../common/problems.ts';
import { type App, sessionOf } from '../services/context.ts';

/** Must be registered after `auth`. Runs before a body is read, so that nothing depends on what is sent. */
export const deskGate = fastifyPlugin(async (app: App) => {
  const { db } = app;
  app.decorateRequest('wards', null);

  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.auth === 'staff' && !config.desk)
      throw new Error(`Route ${String(method)} ${url} does not declare for which roles of staff it is`);
  });

  app.addHook('onRequest', async (request) => {
    const { desk } = request.routeOptions.config;
    if (!desk) return;
    const { user } = sessionOf(request);
    const wards = deskWards(user, desk);
    if (wards === undefined) throw new ProblemError('ROLE_MISSING');
    request.wards = wards;
    if (wards === null) return;
    const { id = '' } = request.params as { id?: string };
    if (await isInReach(db, { about: desk.about, id, wards, staffId: user.id })) return;
    throw new ProblemError('REASON_NEEDED');
  });
});
