import { Type } from 'typebox';
import { CareRequest, NewRequest } from '../contract.ts';
import { readRequests, sendRequest, withdrawRequest } from '../services/care/requests.ts';
import { type App, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';

const options = routeOptions('requests');
const OfProfile = Type.Object({
  profileId: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'The number of a profile in the own account' }),
});

/**
 * Questions, requests and corrections to the hospital. They are not a means to call for help, and the screens say so.
 */
export async function requestRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/v1/profiles/:profileId/requests',
    options('full', 'What was asked of the hospital, and its replies, newest first; supporters see what they sent', {
      params: OfProfile,
      response: { 200: Type.Array(CareRequest) },
    }),
    (request) => readRequests(db, sessionOf(request).user, Number(request.params.profileId), request.locale),
  );

  app.post(
    '/api/v1/profiles/:profileId/requests',
    options('full', 'Ask, request or correct; supporters need the permission for feedback', {
      params: OfProfile,
      body: NewRequest,
      response: { 201: CareRequest },
    }),
    async (request, reply) => {
      const { user } = sessionOf(request);
      const profileId = Number(request.params.profileId);
      return reply.code(201).send(await sendRequest(services, user, profileId, request.body, request.locale));
    },
  );

  app.delete(
    '/api/v1/profiles/:profileId/requests/:id',
    options('full', 'Withdraw a request of one’s own that no one at the hospital has read', {
      params: Type.Object({ ...OfProfile.properties, id: Type.String({ minLength: 1, maxLength: 64 }) }),
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { profileId, id } = request.params;
      return sendEmpty(reply, withdrawRequest(services, sessionOf(request).user, Number(profileId), id));
    },
  );
}
