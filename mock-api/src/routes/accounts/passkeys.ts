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
import { callerOf } from '../../services/accounts/sign-in.ts';
import { type App, type Services, sessionOf } from '../../services/context.ts';
import { addPasskey, readPasskeys, removePasskey, startPasskey } from '../../services/passkeys/own.ts';
import {
  passSecondFactor,
  requestSecondFactor,
  requestSignIn,
  signInWithPasskey,
} from '../../services/passkeys/use.ts';

const tags = ['passkeys'];
const PasskeyId = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** Passkeys: a user's own, and signing in with one. */
export async function passkeyRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.get(
    '/api/v1/passkeys',
    {
      config: { auth: 'full' },
      schema: { summary: 'The own passkeys, the oldest first', tags, response: { 200: Type.Array(Passkey) } },
    },
    (request) => readPasskeys(db, sessionOf(request).user.id, request.locale),
  );

  app.post(
    '/api/v1/passkeys/registration/options',
    {
      config: { auth: 'full' },
      schema: { summary: 'What a browser needs to make a passkey', tags, response: { 200: PasskeyCreation } },
    },
    (request) => startPasskey(services, sessionOf(request)),
  );

  app.post(
    '/api/v1/passkeys/registration/verify',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Store the passkey that the browser has created; notifies the person by email',
        tags,
        body: NewPasskey,
        response: { 201: Passkey },
      },
    },
    async (request, reply) => {
      const { locale, headers } = request;
      const from = { locale, device: deviceOf(headers['user-agent']) };
      return reply.code(201).send(await addPasskey(services, sessionOf(request), request.body, from));
    },
  );

  app.delete(
    '/api/v1/passkeys/:id',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Take away one of the own passkeys',
        tags,
        params: PasskeyId,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removePasskey(services, sessionOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/passkeys/sign-in/options',
    {
      config: { auth: 'none' },
      schema: { summary: 'What a browser needs to sign in', tags, response: { 200: PasskeySignInRequest } },
    },
    (request) => requestSignIn(services, request.ip),
  );

  app.post(
    '/api/v1/passkeys/sign-in/verify',
    {
      config: { auth: 'none', opensSession: true },
      schema: {
        summary: 'Sign in with a passkey: a full session, for staff, too',
        tags,
        body: PasskeySignIn,
        response: { 200: SessionAnswer },
      },
    },
    (request) => signInWithPasskey(services, request.body, callerOf(request)),
  );

  app.post(
    '/api/v1/passkeys/second-factor/options',
    {
      config: { auth: 'second-factor' },
      schema: {
        summary: 'What a browser needs to use a passkey as the second factor',
        tags,
        response: { 200: PasskeyRequest },
      },
    },
    (request) => requestSecondFactor(services, sessionOf(request)),
  );

  app.post(
    '/api/v1/passkeys/second-factor/verify',
    {
      config: { auth: 'second-factor', opensSession: true },
      schema: {
        summary: 'Make a session of staff full with one of their own passkeys',
        tags,
        body: PasskeyUse,
        response: { 200: User },
      },
    },
    async (request) =>
      describeUser(db, config, await passSecondFactor(services, sessionOf(request), request.body.credential)),
  );
}
