import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { now } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import { Agreement, AgreementsGiven, Me, PhoneCode, PinSent, User, UserChanges } from '../../contract.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { updateUser } from '../../repositories/accounts/users.ts';
import { agree, readAgreements } from '../../services/accounts/agreements.ts';
import { changeUser, describeMe, describeUser } from '../../services/accounts/me.ts';
import { confirmNumber, sendPhoneCode } from '../../services/accounts/phone-proof.ts';
import { type App, routeOptions, type Services, sessionOf } from '../../services/context.ts';
import { restartDemo } from '../../services/demo/demo.ts';
import { takeBackBloodTest } from '../../services/demo/story.ts';

const usersOptions = routeOptions('users');
const agreementsOptions = routeOptions('agreements');
const UserId = Type.Object({ id: Type.String({ maxLength: 64, description: 'The own user\'s id, or "me"' }) });

/** @throws ProblemError NOT_YOURS for any other user's id, whether it exists or not */
function ownOnly(session: Session, id: string): void {
  if (id !== 'me' && id !== session.user.id) throw new ProblemError('NOT_YOURS');
}

/**
 * Refuses what a browser didn't send by a page's own script: a link, a picture or another site. These reads change
 * something; their method is agreed.
 * @throws ProblemError BAD_REQUEST
 */
async function byOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): Promise<void> {
  const {
    'sec-fetch-site': site = 'same-origin',
    'sec-fetch-mode': mode = 'cors',
    'sec-fetch-dest': use = 'empty',
  } = headers;
  if (site !== 'same-origin' || mode === 'navigate' || use !== 'empty') throw new ProblemError('BAD_REQUEST');
}

export async function userRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.get(
    '/api/v1/users/me',
    usersOptions('me', 'Who am I; less of it in a narrow session', { response: { 200: Me } }, { watches: true }),
    async (request) => {
      const session = sessionOf(request);
      const { user, scope } = session;
      return describeMe(db, config, user, scope, session);
    },
  );

  app.patch(
    '/api/v1/users/:id',
    usersOptions(
      'narrow',
      'Change own data. A new phone number waits for its code; a narrow session may set or ask for one after the email step',
      { params: UserId, body: UserChanges, response: { 200: Me } },
    ),
    (request) => {
      const session = sessionOf(request);
      ownOnly(session, request.params.id);
      const { locale, log, ip: address } = request;
      return changeUser(services, session, request.body, { locale, address, log });
    },
  );

  app.post(
    '/api/v1/users/me/phone/code',
    usersOptions('full', 'Text a new code to the mobile number that waits for one', { response: { 200: PinSent } }),
    (request) => sendPhoneCode(services, sessionOf(request), { locale: request.locale, address: request.ip }),
  );

  app.post(
    '/api/v1/users/me/phone/confirm',
    usersOptions('full', 'Prove a mobile number by the code that was texted to it', {
      body: PhoneCode,
      response: { 200: User },
    }),
    async (request) => {
      const user = await confirmNumber(services, sessionOf(request), request.body.code, request.log);
      return describeUser(db, config, user);
    },
  );

  const own = (summary: string) => ({
    ...usersOptions('full', summary, { params: UserId, response: { 200: User } }),
    onRequest: byOwnPage,
  });

  app.get('/api/v1/users/:id/activate', own('Confirm the account: sets confirmedAt'), async (request) => {
    const session = sessionOf(request);
    ownOnly(session, request.params.id);
    return describeUser(db, config, await updateUser(db, session.user.id, { confirmed_at: now() }));
  });

  app.get('/api/v1/users/:id/complete', own('The demo is done: sets demoCompletedAt'), async (request) => {
    const session = sessionOf(request);
    ownOnly(session, request.params.id);
    return describeUser(db, config, await updateUser(db, session.user.id, { demo_completed_at: now() }));
  });

  app.get('/api/v1/users/:id/reset', own("Restart this user's demo"), async (request) => {
    const { user } = sessionOf(request);
    ownOnly(sessionOf(request), request.params.id);
    const isDemo = config.demo.on && user.has_demo === 1;
    const removeBloodTest = isDemo ? await takeBackBloodTest(user, config.demo.hospital) : undefined;
    return db.transaction().execute(async (trx) => {
      if (isDemo) await restartDemo(trx, user.id);
      await removeBloodTest?.(trx);
      return describeUser(trx, config, await updateUser(trx, user.id, {}));
    });
  });
}

export async function agreementRoutes(app: App, { db, config }: Services): Promise<void> {
  app.get(
    '/api/v1/agreements',
    agreementsOptions('full', 'The documents in their present versions, and when this person agreed to each', {
      response: { 200: Type.Array(Agreement) },
    }),
    (request) => readAgreements(db, config, sessionOf(request).user.id),
  );

  app.post(
    '/api/v1/agreements',
    agreementsOptions('full', 'Agree to documents, each in the version that was read; twice is the same as once', {
      body: AgreementsGiven,
      response: { 200: Type.Array(Agreement) },
    }),
    (request) => agree(db, config, sessionOf(request).user.id, request.body),
  );
}
