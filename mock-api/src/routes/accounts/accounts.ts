import { Type } from 'typebox';
import {
  EmailOnly,
  EmailValidated,
  EmailValidation,
  InterestSignUp,
  PasswordReset,
  Registered,
  Registration,
} from '../../contract.ts';
import { register, resetPassword, validateEmail } from '../../services/accounts/accounts.ts';
import { signUp } from '../../services/accounts/sign-ups.ts';
import { type App, type Services, sessionOf } from '../../services/context.ts';

const tags = ['accounts'];
const done = { 204: Type.Null() };

/** Registration, email validation, password reset and the interest sign-up. */
export async function accountRoutes(app: App, services: Services): Promise<void> {
  for (const path of ['/api/v1/users/register', '/api/account/register']) {
    app.post(
      path,
      {
        config: { auth: 'none' },
        onResponse: async () => services.mailRequests.kick(),
        schema: { summary: 'Create an account', tags, body: Registration, response: { 201: Registered } },
      },
      async (request, reply) => {
        const registration = services.devices.register(request.headers.cookie);
        if (registration) reply.header('set-cookie', registration.setCookie);
        const caller = { locale: request.locale, address: request.ip, browser: registration?.browser ?? null };
        return reply.code(201).send(await register(services, request.body, caller));
      },
    );
  }

  app.post(
    '/api/v1/users/poc',
    {
      config: { auth: 'none' },
      schema: { summary: 'Interest sign-up; stored once per email', tags, body: InterestSignUp, response: done },
    },
    async (request, reply) => {
      await signUp(services, request.body, request.ip);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/users/validate-email',
    {
      config: { auth: 'none' },
      schema: { summary: 'Use a validation link', tags, body: EmailValidation, response: { 200: EmailValidated } },
    },
    (request) => {
      const browser = services.devices.browserOf(request.headers.cookie);
      return validateEmail(services, request.body, { browser, locale: request.locale });
    },
  );

  app.post(
    '/api/v1/users/resend-validation-email',
    {
      config: { auth: 'none' },
      onResponse: async () => services.mailRequests.kick(),
      schema: { summary: 'Send a new validation link; always the same answer', tags, body: EmailOnly, response: done },
    },
    async (request, reply) => {
      await services.mailRequests.request('validate-email', request.body.email);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/users/forgot-password',
    {
      config: { auth: 'none' },
      onResponse: async () => services.mailRequests.kick(),
      schema: { summary: 'Send a reset link; always the same answer', tags, body: EmailOnly, response: done },
    },
    async (request, reply) => {
      await services.mailRequests.request('reset-password', request.body.email);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/users/reset-app-password',
    {
      config: { auth: 'none' },
      schema: { summary: 'Use a reset link', tags, body: PasswordReset, response: done },
    },
    async (request, reply) => {
      await resetPassword(services, request.body, request.locale);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/users/me/password',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Use a reset link as its signed-in owner, as a first password needs',
        tags,
        body: PasswordReset,
        response: done,
      },
    },
    async (request, reply) => {
      await resetPassword(services, request.body, request.locale, sessionOf(request).user);
      return reply.code(204).send(null);
    },
  );
}
