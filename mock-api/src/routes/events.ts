import { Type } from 'typebox';
import { readEvent, readEvents, unreadableEvent } from '../access/record-access.ts';
import { CareEvent, RequestAccepted, RequestDeclined } from '../contract.ts';
import { toCareEvent } from '../repositories/care/events.ts';
import { deleteEvent, restoreEvent, viewEvent } from '../services/care/events.ts';
import { type App, ById, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';
import { acceptRequest, declineRequest } from '../services/sharing/acceptance.ts';

const options = routeOptions('events');

export async function eventRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;
  app.get(
    '/api/events',
    options('full', 'All events that are not deleted, newest first', { response: { 200: Type.Array(CareEvent) } }),
    (request) => readEvents(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/events/event',
    options('full', 'One event', { querystring: ById, response: { 200: CareEvent } }),
    async (request) => {
      const { id: userId } = sessionOf(request).user;
      const { id } = request.query;
      const event = await readEvent(db, userId, id, request.locale);
      if (!event) throw await unreadableEvent(db, userId, id);
      return event;
    },
  );

  app.post(
    '/api/v1/events/:id/view',
    options('full', 'Opened and left: VIEWED from now on, unless it asks for a survey that was not sent', {
      params: ById,
      response: { 200: CareEvent },
    }),
    (request) => viewEvent(services, sessionOf(request).user.id, request.params.id, request.locale),
  );

  app.delete(
    '/api/v1/events/:id',
    options('full', 'Delete; can be taken back with restore', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, deleteEvent(db, sessionOf(request).user.id, request.params.id)),
  );

  app.post(
    '/api/v1/events/:id/restore',
    options('full', 'Take a deletion back', { params: ById, response: { 200: CareEvent } }),
    async (request) =>
      toCareEvent(await restoreEvent(db, sessionOf(request).user.id, request.params.id), request.locale),
  );

  app.post(
    '/api/v1/events/:id/accept',
    options('full', 'Accept a supporter request; a patient says yes to an account that wants to follow their stay', {
      params: ById,
      response: { 200: RequestAccepted },
    }),
    (request) => acceptRequest(db, sessionOf(request).user, request.params.id, request.locale),
  );

  app.post(
    '/api/v1/events/:id/decline',
    options(
      'full',
      'Decline a supporter request; that of the demo’s story stays. For a patient, say no to an account: the invitation ends',
      { params: ById, response: { 200: RequestDeclined } },
    ),
    (request) => declineRequest(db, sessionOf(request).user, request.params.id),
  );
}
