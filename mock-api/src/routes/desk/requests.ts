import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { DeskRequest, NewReply, RequestDelay, RequestsQuery, Wards } from '../../contract.ts';
import { listRequests } from '../../repositories/care/requests.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { listWards } from '../../repositories/desk/patients.ts';
import { type App, ById, routeOptions, type Services, sessionOf } from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';
import {
  delayBy,
  finishRequest,
  markRequestSeen,
  readRequest,
  releaseTaken,
  replyTo,
  takeRequest,
  toDeskRequest,
} from '../../services/desk/requests.ts';

const BY_NURSES = forStaff('request', 'nurse');
const options = routeOptions('desk');

const workOn = (request: FastifyRequest<{ Params: Static<typeof ById> }>) => ({
  id: request.params.id,
  staffId: sessionOf(request).user.id,
  locale: request.locale,
});

export async function deskRequestRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;
  const onOne = (summary: string) => options(BY_NURSES, summary, { params: ById, response: { 200: DeskRequest } });

  app.get(
    '/api/v1/desk/requests',
    options(
      forStaff('list', 'nurse'),
      'Requests; those that are not done with the longest wait first, others the newest first',
      {
        querystring: RequestsQuery,
        response: { 200: Type.Array(DeskRequest) },
      },
    ),
    async (request) => {
      const { status, ward, ...page } = request.query;
      const rows = await listRequests(db, { status, ward, wards: request.wards }, pageOf(page));
      const subjects = rows.flatMap(({ user_id: patient, author_id: author }) => [patient, author]);
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'requests', subjects });
      return rows.map((row) => toDeskRequest(row, request.locale, config));
    },
  );

  app.get('/api/v1/desk/requests/:id', onOne('One request'), (request) =>
    readRequest(services, staffLog(request), request.params.id, request.locale),
  );

  app.post('/api/v1/desk/requests/:id/seen', onOne('It was read'), (request) =>
    markRequestSeen(services, staffLog(request), workOn(request)),
  );

  app.post(
    '/api/v1/desk/requests/:id/take',
    onOne('The caller is on it; 409 with the name of who already is'),
    (request) => takeRequest(services, staffLog(request), workOn(request)),
  );

  app.post('/api/v1/desk/requests/:id/release', onOne('No one is on it any more'), (request) =>
    releaseTaken(services, staffLog(request), workOn(request)),
  );

  app.post(
    '/api/v1/desk/requests/:id/delay',
    options(BY_NURSES, 'It may take longer, by minutes from now', {
      params: ById,
      body: RequestDelay,
      response: { 200: DeskRequest },
    }),
    (request) => delayBy(services, staffLog(request), workOn(request), request.body.minutes),
  );

  app.post('/api/v1/desk/requests/:id/done', onOne('It is done'), (request) =>
    finishRequest(services, staffLog(request), workOn(request)),
  );

  app.get(
    '/api/v1/desk/wards',
    options(forStaff('list', 'nurse', 'clerk'), 'Wards in which there are patients', { response: { 200: Wards } }),
    async (request) => {
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'wards', subjects: [] });
      return listWards(db, request.wards);
    },
  );

  app.post(
    '/api/v1/desk/requests/:id/replies',
    options(BY_NURSES, 'Reply; it has been read then', {
      params: ById,
      body: NewReply,
      response: { 201: DeskRequest },
    }),
    async (request, reply) => {
      const { params, body, locale } = request;
      const answer = { id: params.id, authorId: sessionOf(request).user.id, reply: body, locale };
      return reply.code(201).send(await replyTo(services, staffLog(request), answer));
    },
  );
}
