import type { FastifyReply } from 'fastify';
import { ALL_LANGUAGES } from 'shared-ui/contract/languages';
import { Type } from 'typebox';
import { ProblemError } from '../../common/problems.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import { type OidcFailure, SessionAnswer, SignInProviders } from '../../contract.ts';
import { callerOf } from '../../services/accounts/sign-in.ts';
import { type App, NO_CONTENT, routeOptions, type Services } from '../../services/context.ts';
import { backChannelLogout, frontChannelLogout } from '../../services/staff-oidc/logout.ts';
import {
  completeSignIn,
  fetchSession,
  OidcCookie,
  SignInError,
  startSignIn,
} from '../../services/staff-oidc/sign-in.ts';

const options = routeOptions('staff sign-in');
const ProviderId = Type.Object({ provider: Type.String({ maxLength: 32 }) });
const Language = Type.Object({ locale: Type.Optional(Type.Enum([...ALL_LANGUAGES])) });
/** Others are ignored, as the specification asks. */
const LogoutToken = Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: 8_192 }) });
const FrontLogout = Type.Object({
  iss: Type.Optional(Type.String({ maxLength: 500 })),
  sid: Type.Optional(Type.String({ maxLength: 500 })),
});

export async function oidcRoutes(app: App, services: Services): Promise<void> {
  const { db, config, staffOidc } = services;
  const cookie = new OidcCookie(config.publicUrl);

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  /** @throws ProblemError NOT_FOUND */
  const providerOf = (id: string): OidcProvider => {
    const provider = staffOidc.providers.find(id);
    if (!provider) throw new ProblemError('NOT_FOUND');
    return provider;
  };
  const toScreen = (reply: FastifyReply, result: OidcFailure | 'done') =>
    reply.redirect(`${config.publicUrl}/onboarding/login?sso=${result}`, 303);
  /** Sends the browser back to the sign-in screen, which says what went wrong. */
  const explain = (reply: FastifyReply, { id }: OidcProvider, error: unknown) => {
    if (!(error instanceof SignInError)) throw error;
    reply.log.warn({ provider: id, reason: error.reason, code: error.code }, 'sign-in through a provider failed');
    return toScreen(reply.header('set-cookie', cookie.write(undefined)), error.reason);
  };

  app.get(
    '/api/v1/oidc/providers',
    options('none', 'The identity providers through which staff sign in', { response: { 200: SignInProviders } }),
    () => config.staffOidc.providers.map(({ id, name }) => ({ id, name, url: `/api/v1/oidc/${id}/start` })),
  );

  app.get(
    '/api/v1/oidc/:provider/start',
    options('none', 'Leads the browser to a provider', {
      params: ProviderId,
      querystring: Language,
      response: { 303: Type.Null() },
    }),
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      try {
        const { url, browser } = await startSignIn(services, provider, request.query.locale ?? request.locale);
        return reply.header('set-cookie', cookie.write(browser)).redirect(url, 303);
      } catch (error) {
        return explain(reply, provider, error);
      }
    },
  );

  app.get(
    '/api/v1/oidc/:provider/callback',
    options('none', 'Where a provider leads the browser back; the sign-in screen continues', {
      params: ProviderId,
      response: { 303: Type.Null() },
    }),
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      const browser = cookie.read(request.headers.cookie);
      const { search } = new URL(request.url, config.publicUrl);
      try {
        await completeSignIn(services, provider, { query: search, browser });
        return toScreen(reply, 'done');
      } catch (error) {
        return explain(reply, provider, error);
      }
    },
  );

  app.post(
    '/api/v1/oidc/session',
    options(
      'none',
      'The full session of a completed sign-in, once, for the browser that started it',
      { response: { 200: SessionAnswer } },
      { opensSession: true },
    ),
    async (request, reply) => {
      const browser = cookie.read(request.headers.cookie);
      const answer = await fetchSession(services, browser, callerOf(request));
      reply.header('set-cookie', cookie.write(undefined));
      return answer;
    },
  );

  app.get(
    '/api/v1/oidc/:provider/front-channel-logout',
    options('none', "A provider's page loads it in a frame to end its session here", {
      params: ProviderId,
      querystring: FrontLogout,
      response: { 200: { description: 'An empty page', content: { 'text/html': { schema: Type.String() } } } },
    }),
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      await frontChannelLogout(db, provider, request.query);
      const { origin } = new URL(provider.issuer);
      reply.header('content-security-policy', `default-src 'none'; frame-ancestors ${origin}`);
      return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Signed out</title>');
    },
  );

  app.post(
    '/api/v1/oidc/:provider/back-channel-logout',
    options('none', 'A provider ends its sessions here, with a signed logout token', {
      consumes: ['application/x-www-form-urlencoded'],
      params: ProviderId,
      body: LogoutToken,
      response: NO_CONTENT,
    }),
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      if (!(await backChannelLogout(services, provider, request.body.logout_token)))
        throw new ProblemError('BAD_REQUEST');
      return reply.code(204).send(null);
    },
  );
}
