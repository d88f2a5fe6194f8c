import { Type } from 'typebox';
import { ProblemError } from '../../common/problems.ts';
import {
  Invitation,
  PermissionsChange,
  RequestAccepted,
  SmsRequest,
  Supporter,
  SupporterInvite,
  SupporterInvited,
  SupportRequest,
} from '../../contract.ts';
import { findSupporter, listSupporters } from '../../repositories/sharing/supporters.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';
import { leaveProfile, removeSupporter } from '../../services/sharing/ending.ts';
import { acceptInvitation, readInvitation } from '../../services/sharing/invitations.ts';
import { askForReturn, withdrawReturn } from '../../services/sharing/returns.ts';
import { changePermissions, inviteSupporter, requestSupport, textFor } from '../../services/sharing/supporters.ts';

const options = routeOptions('supporters');
const Link = Type.Object({ uuid: Type.String({ maxLength: 64 }) });

export async function supporterRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/v1/supporters',
    options('full', 'All supporters', { response: { 200: Type.Array(Supporter) } }),
    (request) => listSupporters(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/supporters/:id',
    options('full', 'One supporter', { params: ById, response: { 200: Supporter } }),
    async (request) => {
      const supporter = await findSupporter(db, sessionOf(request).user.id, request.params.id, request.locale);
      if (!supporter) throw new ProblemError('NOT_FOUND');
      return supporter;
    },
  );

  app.post(
    '/api/v1/supporters',
    options('full', 'Invite a supporter by text message', {
      body: SupporterInvite,
      response: { 201: SupporterInvited },
    }),
    async (request, reply) => {
      const invited = await inviteSupporter(services, sessionOf(request).user, request.body, {
        locale: request.locale,
        address: request.ip,
      });
      return reply.code(201).send(invited);
    },
  );

  app.patch(
    '/api/v1/supporters/:id',
    options('full', 'Change what a supporter may see', {
      params: ById,
      body: PermissionsChange,
      response: { 200: Supporter },
    }),
    async (request) => {
      const { id: userId } = sessionOf(request).user;
      await changePermissions(db, userId, request.params.id, request.body.permissions);
      const supporter = await findSupporter(db, userId, request.params.id, request.locale);
      if (!supporter) throw new ProblemError('NOT_FOUND');
      return supporter;
    },
  );

  app.delete(
    '/api/v1/supporters/:id',
    options('full', 'Remove a supporter, or withdraw an invitation', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, removeSupporter(db, sessionOf(request).user.id, request.params.id)),
  );

  app.delete(
    '/api/v1/profiles/:id',
    options('full', 'Stop supporting the patient whom a profile shows', {
      params: Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
      response: NO_CONTENT,
    }),
    (request, reply) => sendEmpty(reply, leaveProfile(db, sessionOf(request).user.id, Number(request.params.id))),
  );

  const params = Type.Object({ profileId: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

  app.put(
    '/api/v1/profiles/:profileId/return-notice',
    options('full', 'Be notified, today, when the patient whom a profile shows is back', {
      params,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { user } = sessionOf(request);
      return sendEmpty(reply, askForReturn(db, user, Number(request.params.profileId), services.config.timeZone));
    },
  );

  app.delete(
    '/api/v1/profiles/:profileId/return-notice',
    options('full', 'Not be notified of it after all', { params, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, withdrawReturn(db, sessionOf(request).user, Number(request.params.profileId))),
  );

  app.post(
    '/api/v1/support-requests',
    options('full', 'The support form: texts the support number', { body: SupportRequest, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, requestSupport(services, sessionOf(request).user, request.body, request.ip)),
  );

  app.post(
    '/api/v1/sms/',
    options('full', 'Text the own number, a supporter who has accepted, or the support number', {
      body: SmsRequest,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { ip: address, locale } = request;
      const { phoneNumber: digits, message } = request.body;
      return sendEmpty(reply, textFor(services, sessionOf(request).user, { digits, message, address, locale }));
    },
  );
}

export async function invitationRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/invitations/:uuid',
    options('none', 'Who invites, while the link works', { params: Link, response: { 200: Invitation } }),
    (request) => readInvitation(db, request.params.uuid),
  );

  app.post(
    '/api/v1/invitations/:uuid/accept',
    options('full', 'Accept an invitation as the signed-in user; its link works once', {
      params: Link,
      response: { 200: RequestAccepted },
    }),
    (request) => {
      const { user } = sessionOf(request);
      return db.transaction().execute((trx) => acceptInvitation(trx, request.params.uuid, user, request.locale));
    },
  );
}
