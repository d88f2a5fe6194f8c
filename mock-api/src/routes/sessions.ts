import { Type } from 'typebox';
import { type App, type Services, sessionOf } from '../app-types.ts';
import { now } from '../clock.ts';
import {
  CodeLogin,
  EmailCheck,
  Me,
  PasswordLogin,
  PinRequest,
  PinSent,
  PinVerify,
  SessionAnswer,
  SessionState,
} from '../contract.ts';
import { allowPhoneChange, endSession, type Session, useSession } from '../repositories/sessions.ts';
import { toMe } from '../repositories/users.ts';
import { verifyPin } from '../services/pin.ts';
import { confirmEmail, loginByCode, loginByPassword, sendPin } from '../services/sign-in.ts';

/** An idle end after the last one does not come about. */
function stateOf({ idleAt, expiresAt }: Session): SessionState {
  return { now: now(), idleAt: idleAt < expiresAt ? idleAt : expiresAt, expiresAt };
}

/** Signing in, the PIN, and signing out. */
export async function sessionRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.post(
    '/api/v1/sessions/code',
    {
      config: { auth: 'none' },
      schema: {
        summary: 'Sign in with a wristband code (narrow) or the uniqueCode of an e-mail validation (full, once)',
        tags: ['sessions'],
        body: CodeLogin,
        response: { 200: SessionAnswer },
      },
    },
    (request) => loginByCode(services, request.body.code, { locale: request.wantedLocale, address: request.ip }),
  );

  app.post(
    '/api/v1/sessions',
    {
      config: { auth: 'none' },
      schema: {
        summary: 'Sign in with e-mail and password',
        tags: ['sessions'],
        body: PasswordLogin,
        response: { 200: SessionAnswer },
      },
    },
    ({ body, wantedLocale, ip }) => loginByPassword(services, body, { locale: wantedLocale, address: ip }),
  );

  app.get(
    '/api/v1/sessions',
    {
      config: { auth: 'me', watches: true },
      schema: {
        summary: 'When this session ends; asking does not keep it alive',
        tags: ['sessions'],
        response: { 200: SessionState },
      },
    },
    (request) => stateOf(sessionOf(request)),
  );

  app.post(
    '/api/v1/sessions/extend',
    {
      config: { auth: 'me' },
      schema: { summary: 'The person is still there', tags: ['sessions'], response: { 200: SessionState } },
    },
    async (request) => {
      const session = sessionOf(request);
      await useSession(db, session, config.limits, true);
      return stateOf(session);
    },
  );

  app.delete(
    '/api/v1/sessions',
    { config: { auth: 'me' }, schema: { summary: 'Sign out', tags: ['sessions'], response: { 204: Type.Null() } } },
    async (request, reply) => {
      await endSession(db, sessionOf(request).tokenHash);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/sessions/pin',
    {
      config: { auth: 'narrow' },
      schema: {
        summary: "Text a new security code to the user's own number",
        tags: ['sessions'],
        body: PinRequest,
        response: { 200: PinSent },
      },
    },
    (request) =>
      sendPin(services, sessionOf(request), {
        locale: request.locale,
        address: request.ip,
        unlessAlive: request.body?.unlessAlive ?? false,
      }),
  );

  app.post(
    '/api/v1/sessions/pin/verify',
    {
      config: { auth: 'narrow' },
      schema: {
        summary: 'Check a security code; a right one makes the session full',
        tags: ['sessions'],
        body: PinVerify,
        response: { 200: Me },
      },
    },
    async (request) => toMe(await verifyPin(db, sessionOf(request), request.body.pin, config.pinFallback), 'full'),
  );

  app.post(
    '/api/v1/sessions/email',
    {
      config: { auth: 'narrow' },
      schema: {
        summary: 'The e-mail step of "new mobile number": on a match this session may change the number',
        tags: ['sessions'],
        body: EmailCheck,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      await confirmEmail(services, session, request.body.email);
      await allowPhoneChange(db, session.tokenHash, true);
      return reply.code(204).send(null);
    },
  );
}
