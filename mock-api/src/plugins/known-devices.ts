/** Makes a browser a known device of the account that has fully signed in on it (STRICT_IDENTITY). */
import fastifyPlugin from 'fastify-plugin';
import { findUser } from '../repositories/accounts/users.ts';
import { KnownDevices } from '../security/known-devices.ts';
import type { App } from '../services/context.ts';
import { readDeviceKey } from '../services/demo/prepare.ts';

/** Returns the id of the user whose full session a response opens or widens. */
function signedInUser(payload: unknown): string | undefined {
  const { user = payload } = (payload ?? {}) as { user?: unknown };
  const { scope, id, emailValidated } = (user ?? {}) as { scope?: unknown; id?: string; emailValidated?: boolean };
  return scope === 'full' && emailValidated ? id : undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    devices: KnownDevices;
  }
}

export const knownDevices = fastifyPlugin(async (app: App) => {
  const { db, config } = app;
  const devices = new KnownDevices(await readDeviceKey(db, config), config.publicUrl);
  app.decorate('devices', devices);
  if (!config.strictIdentity) return;
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (!request.routeOptions.config.opensSession) return payload;
    const id = signedInUser(payload);
    const user = id === undefined ? undefined : await findUser(db, id);
    const setCookie = user && devices.remember(request.headers.cookie, user);
    if (setCookie !== undefined) reply.header('set-cookie', setCookie);
    return payload;
  });
});
