import { AuthenticatorCode, AuthenticatorSetup, OwnFactors, RecoveryCodes } from '../../contract.ts';
import {
  confirmAuthenticator,
  readOwnFactors,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from '../../services/accounts/authenticator.ts';
import { type App, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../../services/context.ts';

const options = routeOptions('passkeys');
const OWN = '/api/v1/authenticator';

/** Staff's authenticator app and recovery codes. */
export async function authenticatorRoutes(app: App, services: Services): Promise<void> {
  app.get(
    OWN,
    options('own-factors', "Staff's authenticator app, and how many recovery codes are left", {
      response: { 200: OwnFactors },
    }),
    (request) => readOwnFactors(services.db, sessionOf(request)),
  );

  app.post(
    OWN,
    options('own-factors', 'What an authenticator app scans; its first code confirms it', {
      response: { 201: AuthenticatorSetup },
    }),
    async (request, reply) => reply.code(201).send(await startAuthenticator(services, sessionOf(request))),
  );

  app.post(
    `${OWN}/confirm`,
    options(
      'own-factors',
      'The first code of the app: answers the recovery codes, once, and opens a session that waited for that',
      { body: AuthenticatorCode, response: { 200: RecoveryCodes } },
      { opensSession: true },
    ),
    (request) => confirmAuthenticator(services, sessionOf(request), request.body.code),
  );

  app.post(
    `${OWN}/recovery-codes`,
    options('full', 'New recovery codes; those before no longer work', { response: { 201: RecoveryCodes } }),
    async (request, reply) => reply.code(201).send(await renewRecoveryCodes(services, sessionOf(request))),
  );

  app.delete(OWN, options('full', 'Remove the authenticator app', { response: NO_CONTENT }), (request, reply) =>
    sendEmpty(reply, removeAuthenticator(services, sessionOf(request))),
  );
}
