import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  CodeLogin,
  EmailCheck,
  Me,
  PasswordLogin,
  PinRequest,
  PinSent,
  PinVerify,
  SecondFactorCode,
  SessionAnswer,
  SessionState,
  SignedOut,
} from '../../contract.ts';
import { tokenOf } from '../../plugins/auth.ts';
import { allowPhoneChange, endSession, useSession } from '../../repositories/accounts/sessions.ts';
import { describeMe, endOwnSession, stateOf } from '../../services/accounts/me.ts';
import { verifyPin } from '../../services/accounts/pin.ts';
import { resendSecondFactor, verifySecondFactor } from '../../services/accounts/second-factor.ts';
import { callerOf, confirmEmail, loginByCode, loginByPassword, sendPin } from '../../services/accounts/sign-in.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';
import { endSessionUrl } from '../../services/staff-oidc/logout.ts';

const options = routeOptions('sessions');

/** Returns the browser of a request if its account has signed in there before. */
const knownDeviceOf = ({ devices }: Services, request: FastifyRequest) =>
  devices.recognise(request.headers.cookie, sessionOf(request).user);

/** Signing in, the second factor, the PIN, and signing out. */
export async function sessionRoutes(app: App, services: Services): Promise<void> {
  addSignIn(app, services);
  addOwnSessions(app, services);
  addSecondFactor(app, services);
  addPin(app, services);
  addEmailStep(app, services);
}

function addSignIn(app: App, services: Services): void {
  app.post(
    '/api/v1/sessions/code',
    options(
      'none',
      'Sign in with a wristband code (narrow) or the uniqueCode of an email validation (full, once)',
      { body: CodeLogin, response: { 200: SessionAnswer } },
      { opensSession: true },
    ),
    (request) => loginByCode(services, request.body.code, callerOf(request)),
  );

  app.post(
    '/api/v1/sessions',
    options(
      'none',
      'Sign in with email and password; staff get a narrow session, which their passkey or a code by email widens',
      { body: PasswordLogin, response: { 200: SessionAnswer } },
      { opensSession: true },
    ),
    (request) => loginByPassword(services, request.body, callerOf(request)),
  );
}

function addOwnSessions(app: App, services: Services): void {
  const { db, config } = services;

  app.get(
    '/api/v1/sessions',
    options(
      'me',
      'When this session ends, and where else the person is signed in; asking does not keep it alive',
      { response: { 200: SessionState } },
      { watches: true },
    ),
    (request) => stateOf(services, sessionOf(request), request.locale),
  );

  app.post(
    '/api/v1/sessions/extend',
    options('me', 'The person is still there', { response: { 200: SessionState } }),
    async (request) => {
      const session = sessionOf(request);
      await useSession(db, session, config.limits, true);
      return stateOf(services, session, request.locale);
    },
  );

  app.delete(
    '/api/v1/sessions',
    options('me', 'Sign out; of staff whose identity provider has a page for it, the browser continues there', {
      response: { 200: SignedOut, 204: Type.Null() },
    }),
    async (request, reply) => {
      const { tokenHash, checkedAt } = sessionOf(request);
      const url = checkedAt === null ? undefined : await endSessionUrl(services, tokenOf(request));
      await endSession(db, tokenHash);
      return url === undefined ? reply.code(204).send(null) : reply.code(200).send({ endSessionUrl: url });
    },
  );

  app.delete(
    '/api/v1/sessions/:id',
    options('full', 'End one of the own sessions', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, endOwnSession(services, sessionOf(request), request.params.id)),
  );
}

function addSecondFactor(app: App, services: Services): void {
  app.post(
    '/api/v1/sessions/second-factor',
    options(
      'second-factor',
      "The code of staff's app or email, or a recovery code: a right one makes the session full",
      { body: SecondFactorCode, response: { 200: Me } },
      { opensSession: true },
    ),
    (request) => verifySecondFactor(services, sessionOf(request), request.body.code, knownDeviceOf(services, request)),
  );

  app.post(
    '/api/v1/sessions/second-factor/resend',
    options('second-factor', 'Mail a code, another one, or one in the place of the passkey', { response: NO_CONTENT }),
    (request, reply) =>
      sendEmpty(reply, resendSecondFactor(services, sessionOf(request), knownDeviceOf(services, request))),
  );
}

function addPin(app: App, services: Services): void {
  app.post(
    '/api/v1/sessions/pin',
    options('narrow', "Text a new security code to the user's own number", {
      body: PinRequest,
      response: { 200: PinSent },
    }),
    (request) =>
      sendPin(services, sessionOf(request), {
        locale: request.locale,
        address: request.ip,
        cookies: request.headers.cookie,
        unlessAlive: request.body?.unlessAlive ?? false,
      }),
  );

  app.post(
    '/api/v1/sessions/pin/verify',
    options(
      'narrow',
      'Check a security code; a right one makes the session full',
      { body: PinVerify, response: { 200: Me } },
      { opensSession: true },
    ),
    async (request) => {
      const user = await verifyPin(services, sessionOf(request), request.body.pin, knownDeviceOf(services, request));
      return describeMe(services.db, services.config, user, 'full');
    },
  );
}

function addEmailStep(app: App, services: Services): void {
  app.post(
    '/api/v1/sessions/email',
    options('narrow', 'The email step of "new mobile number": on a match this session may change the number', {
      body: EmailCheck,
      response: NO_CONTENT,
    }),
    async (request, reply) => {
      const session = sessionOf(request);
      const { body, ip: address, headers } = request;
      await confirmEmail(services, session, { email: body.email, address, cookies: headers.cookie });
      await allowPhoneChange(services.db, session.tokenHash, true);
      return reply.code(204).send(null);
    },
  );
}
