import { Type } from 'typebox';
import {
  NewPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignIn,
  PasskeySignInRequest,
  PasskeyUse,
  SessionAnswer,
  User,
} from '../../contract.ts';
import { deviceOf } from '../../security/device.ts';
import { describeUser } from '../../services/accounts/me.ts';
import {
  addPasskey,
  passSecondFactor,
  readPasskeys,
  removePasskey,
  requestSecondFactor,
  requestSignIn,
  signInWithPasskey,
  startPasskey,
} from '../../services/accounts/passkeys.ts';
import { callerOf } from '../../services/accounts/sign-in.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';

const options = routeOptions('passkeys');

/** Passkeys: a user's own, and signing in with one. */
export async function passkeyRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.get(
    '/api/v1/passkeys',
    options('full', 'The own passkeys, the oldest first', { response: { 200: Type.Array(Passkey) } }),
    (request) => readPasskeys(db, sessionOf(request).user.id, request.locale),
  );

  app.post(
    '/api/v1/passkeys/registration/options',
    options('own-factors', 'What a browser needs to make a passkey', { response: { 200: PasskeyCreation } }),
    (request) => startPasskey(services, sessionOf(request)),
  );

  app.post(
    '/api/v1/passkeys/registration/verify',
    options('own-factors', 'Store the passkey that the browser has created; notifies the person by email', {
      body: NewPasskey,
      response: { 201: Passkey },
    }),
    async (request, reply) => {
      const { locale, headers } = request;
      const from = { locale, device: deviceOf(headers['user-agent']) };
      return reply.code(201).send(await addPasskey(services, sessionOf(request), request.body, from));
    },
  );

  app.delete(
    '/api/v1/passkeys/:id',
    options('full', 'Take away one of the own passkeys', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, removePasskey(services, sessionOf(request), request.params.id)),
  );

  app.post(
    '/api/v1/passkeys/sign-in/options',
    options('none', 'What a browser needs to sign in', { response: { 200: PasskeySignInRequest } }),
    (request) => requestSignIn(services, request.ip),
  );

  app.post(
    '/api/v1/passkeys/sign-in/verify',
    options(
      'none',
      'Sign in with a passkey: a full session, for staff, too',
      { body: PasskeySignIn, response: { 200: SessionAnswer } },
      { opensSession: true },
    ),
    (request) => signInWithPasskey(services, request.body, callerOf(request)),
  );

  app.post(
    '/api/v1/passkeys/second-factor/options',
    options('second-factor', 'What a browser needs to use a passkey as the second factor', {
      response: { 200: PasskeyRequest },
    }),
    (request) => requestSecondFactor(services, sessionOf(request)),
  );

  app.post(
    '/api/v1/passkeys/second-factor/verify',
    options(
      'second-factor',
      'Make a session of staff full with one of their own passkeys',
      { body: PasskeyUse, response: { 200: User } },
      { opensSession: true },
    ),
    async (request) =>
      describeUser(db, config, await passSecondFactor(services, sessionOf(request), request.body.credential)),
  );
}
