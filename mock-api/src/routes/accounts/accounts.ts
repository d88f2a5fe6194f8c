import {
  EmailOnly,
  EmailValidated,
  EmailValidation,
  InterestSignUp,
  LinkToken,
  PasswordReset,
  PhoneChangeLink,
  Registered,
  Registration,
} from '../../contract.ts';
import { register, resetPassword, signUp, validateEmail } from '../../services/accounts/accounts.ts';
import { confirmPhoneChange, readPhoneChange, refusePhoneChange } from '../../services/accounts/phone-change.ts';
import { type App, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../../services/context.ts';

const options = routeOptions('accounts');

/** Registration, email validation, password reset and the interest sign-up. */
export async function accountRoutes(app: App, services: Services): Promise<void> {
  for (const path of ['/api/v1/users/register', '/api/account/register']) {
    app.post(
      path,
      {
        ...options('none', 'Create an account', { body: Registration, response: { 201: Registered } }),
        onResponse: async () => services.mailRequests.kick(),
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
    options('none', 'Interest sign-up; stored once per email', { body: InterestSignUp, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, signUp(services, request.body, request.ip)),
  );

  app.post(
    '/api/v1/users/validate-email',
    options('none', 'Use a validation link', { body: EmailValidation, response: { 200: EmailValidated } }),
    (request) => {
      const browser = services.devices.browserOf(request.headers.cookie);
      return validateEmail(services, request.body, { browser, locale: request.locale });
    },
  );

  app.post(
    '/api/v1/users/resend-validation-email',
    {
      ...options('none', 'Send a new validation link; always the same answer', {
        body: EmailOnly,
        response: NO_CONTENT,
      }),
      onResponse: async () => services.mailRequests.kick(),
    },
    (request, reply) => sendEmpty(reply, services.mailRequests.request('validate-email', request.body.email)),
  );

  app.post(
    '/api/v1/users/forgot-password',
    {
      ...options('none', 'Send a reset link; always the same answer', { body: EmailOnly, response: NO_CONTENT }),
      onResponse: async () => services.mailRequests.kick(),
    },
    (request, reply) => sendEmpty(reply, services.mailRequests.request('reset-password', request.body.email)),
  );

  app.post(
    '/api/v1/users/reset-app-password',
    options('none', 'Use a reset link', { body: PasswordReset, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, resetPassword(services, request.body, request.locale)),
  );

  app.post(
    '/api/v1/users/me/password',
    options('full', 'Use a reset link as its signed-in owner, as a first password needs', {
      body: PasswordReset,
      response: NO_CONTENT,
    }),
    (request, reply) =>
      sendEmpty(reply, resetPassword(services, request.body, request.locale, sessionOf(request).user)),
  );
}

export async function phoneChangeRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.post(
    '/api/v1/users/phone-change',
    options('none', 'What a link confirms', { body: LinkToken, response: { 200: PhoneChangeLink } }),
    (request) => readPhoneChange(db, request.body.uuid),
  );

  app.post(
    '/api/v1/users/phone-change/confirm',
    options('none', 'Use the new mobile number', { body: LinkToken, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, confirmPhoneChange(services, request.body.uuid, request.log)),
  );

  app.post(
    '/api/v1/users/phone-change/refuse',
    options('none', 'Keep the old mobile number, and sign out the device that wants the new one', {
      body: LinkToken,
      response: NO_CONTENT,
    }),
    (request, reply) => sendEmpty(reply, refusePhoneChange(services, request.body.uuid)),
  );
}
