/**
 * Access control for all routes, in one place. Every route under /api declares its level; a route without one prevents
 * start-up. Every response to staff needs an entry in the audit log.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Counter } from 'prom-client';
import { refusal } from '../access/permissions.ts';
import { ProblemError } from '../common/problems.ts';
import type { Config } from '../config/config.ts';
import type { OidcProvider } from '../config/staff-oidc.ts';
import { findSession, type Session, useSession } from '../repositories/accounts/sessions.ts';
import { localeOf } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { sameSecret } from '../security/secrets.ts';
import { WindowCounter } from '../security/window-counter.ts';
import type { App, Services } from '../services/context.ts';

const TOKEN_LENGTH = 512;

function bearer(header: string | undefined): string | undefined {
  const token = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header ?? '')?.[1];
  return token && token.length <= TOKEN_LENGTH ? token : undefined;
}

/** Returns the token of a request that has a session. */
export const tokenOf = ({ headers }: FastifyRequest): string => bearer(headers.authorization) ?? '';

/** Returns the identity provider whose SCIM client has this token. */
const provisionerOf = ({ staffOidc }: Config, token: string | undefined): OidcProvider | undefined =>
  staffOidc.providers.find(({ scimToken }) => scimToken !== undefined && sameSecret(scimToken, token ?? ''));

/** How soon a session whose identity provider is unreachable may be tried again, in seconds. */
const RETRY_UNREACHABLE_S = 30;

/** The API's own documentation, the only routes that plugins add. */
const isDocumentation = (url: string) => url === '/api/docs' || url.startsWith('/api/docs/');

/**
 * Returns whether a request is the user's own action and extends their session: not if the page only watches, nor if
 * it reports that no one has touched it for a while, as when an event makes it fetch.
 */
const extendsSession = ({ routeOptions, headers }: FastifyRequest) =>
  !routeOptions.config.watches && headers['x-unattended'] === undefined;

/**
 * Returns the session of a request; undefined if it has ended, or its identity provider has just ended it.
 * @throws ProblemError UNAVAILABLE
 */
async function currentSession({ db, staffOidc }: Services, token: string): Promise<Session | undefined> {
  const session = await findSession(db, token);
  if (!session) return undefined;
  const result = await staffOidc.check(session, token);
  if (result === 'unknown') throw new ProblemError('UNAVAILABLE', { retryAfter: RETRY_UNREACHABLE_S });
  return result === 'ok' ? session : undefined;
}

export const auth = fastifyPlugin(async (app: App) => {
  const { db, config } = app;
  const calls = new WindowCounter(config.limits.callsPerPersonMinute);
  app.decorateRequest('session', undefined);
  app.decorateRequest('provisioner', undefined);

  app.addHook('onRoute', (route) => {
    if (!route.config?.auth && !isDocumentation(route.url)) {
      throw new Error(`Route ${String(route.method)} ${route.url} does not declare its access level`);
    }
  });

  app.addHook('onError', async (request, _reply, error) => {
    if (!request.session || !(error instanceof ProblemError) || error.status !== 403) return;
    const { id } = request.session.user;
    const object = request.routeOptions.url ?? 'unknown';
    await audit(db, { action: 'DENIED', actor: id, subject: id, object, objectId: error.code });
  });

  /** @throws ProblemError TOO_MANY_CALLS */
  const countCall = async (request: FastifyRequest, session: Session) => {
    const wait = calls.add(session.user.id);
    if (wait !== undefined) throw new ProblemError('TOO_MANY_CALLS', { retryAfter: wait, params: { seconds: wait } });
    if (extendsSession(request)) await useSession(db, session, config.limits);
  };

  app.addHook('onRequest', async (request, reply) => {
    const level = request.routeOptions.config.auth ?? 'none';
    if (level === 'none') return;
    const token = bearer(request.headers.authorization);
    if (level === 'provisioning') request.provisioner = provisionerOf(config, token);
    else if (token !== undefined) request.session = await currentSession(app, token);
    const { session } = request;
    if (request.provisioner) return;
    if (session && !request.wantedLocale) request.locale = localeOf(session.user);
    const code = refusal(level, session);
    if (code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
    if (code) throw new ProblemError(code);
    if (session) await countCall(request, session);
  });
});

/** Fails responses to staff that have no entry in the audit log. */
export const deskLog = fastifyPlugin(async (app: App) => {
  app.decorateRequest('isLogged', false);

  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.auth !== 'staff' || reply.statusCode >= 400 || request.isLogged) return;
    throw new Error(`${request.method} ${request.routeOptions.url} is not in the audit log`);
  });
});

const OUTCOMES = ['accepted', 'refused', 'throttled', 'failed'] as const;

function outcomeOf(status: number): (typeof OUTCOMES)[number] {
  if (status < 400) return 'accepted';
  if (status === 429) return 'throttled';
  return status < 500 ? 'refused' : 'failed';
}

/** Counts the attempts to open or widen a session, by route. Must be called before the routes are added. */
export const signIns = fastifyPlugin(async (app: FastifyInstance) => {
  const counter = new Counter({
    name: 'lodestar_sign_ins_total',
    help: 'Attempts to sign in, and to pass a PIN or second factor.',
    labelNames: ['route', 'outcome'],
    registers: [app.metrics],
  });
  app.addHook('onRoute', ({ url: route, config }) => {
    if (config?.opensSession) for (const outcome of OUTCOMES) counter.inc({ route, outcome }, 0);
  });
  app.addHook('onResponse', async ({ routeOptions: { url: route, config } }, reply) => {
    if (config.opensSession && route) counter.inc({ route, outcome: outcomeOf(reply.statusCode) });
  });
});
