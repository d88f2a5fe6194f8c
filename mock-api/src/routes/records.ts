import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import {
  About,
  Appointments,
  CareTeam,
  Day,
  Documents,
  GoingHome,
  Medications,
  Observations,
  PointsTicked,
  PointTick,
} from '../contract.ts';
import { readGoingHome, setPoint } from '../services/care/going-home.ts';
import {
  type RecordReading,
  readAbout,
  readAppointments,
  readCareTeam,
  readDay,
  readDocument,
  readDocuments,
  readMedications,
  readObservations,
} from '../services/care/records.ts';
import { type App, routeOptions, type Services, sessionOf } from '../services/context.ts';

const options = routeOptions('records');
const profileId = Type.String({
  pattern: '^[1-9][0-9]{0,8}$',
  description: 'The number of a profile in the own account',
});
const OfProfile = Type.Object({ profileId });
const DocumentOf = Type.Object({ profileId, mediaId: Type.String({ maxLength: 64 }) });
const OfCode = Type.Object({ code: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })) });

const reading = <Answer extends TSchema>(summary: string, answer: Answer) =>
  options('full', summary, { params: OfProfile, response: { 200: answer } });

type Of = Pick<FastifyRequest, 'session' | 'locale'> & { params: { profileId: string } };

/** What the hospital's own system holds about a patient; supporters read what their permissions open. */
export async function recordRoutes(app: App, { db, config }: Services): Promise<void> {
  const of = (request: Of): RecordReading & Pick<Services, 'db' | 'config'> => ({
    db,
    config,
    user: sessionOf(request).user,
    profileId: Number(request.params.profileId),
    locale: request.locale,
  });

  app.get(
    '/api/v1/profiles/:profileId/medications',
    reading('Medications, current ones first', Medications),
    (request) => readMedications(of(request)),
  );

  app.get('/api/v1/profiles/:profileId/care-team', reading('Who looks after the patient', CareTeam), (request) =>
    readCareTeam(of(request)),
  );

  app.get('/api/v1/profiles/:profileId/documents', reading('Documents, newest first', Documents), (request) =>
    readDocuments(of(request)),
  );

  app.get(
    '/api/v1/profiles/:profileId/documents/:mediaId',
    options('full', 'A document', {
      params: DocumentOf,
      response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'The bytes' }) },
    }),
    async (request, reply) => {
      const { type, bytes } = await readDocument(of(request), request.params.mediaId);
      return reply.type(type).header('cache-control', 'private, no-store').send(bytes);
    },
  );

  app.get('/api/v1/profiles/:profileId/about', reading('Allergies, conditions and vaccinations', About), (request) =>
    readAbout(of(request)),
  );

  app.get('/api/v1/profiles/:profileId/appointments', reading('Appointments to come', Appointments), (request) =>
    readAppointments(of(request)),
  );

  app.get('/api/v1/profiles/:profileId/day', reading('What a day holds', Day), (request) => readDay(of(request)));

  app.get('/api/v1/profiles/:profileId/going-home', reading('The checklist for going home', GoingHome), (request) =>
    readGoingHome(of(request)),
  );

  app.post(
    '/api/v1/profiles/:profileId/going-home',
    options('full', 'Tick or untick a point of the checklist for going home, for the reader', {
      params: OfProfile,
      body: PointTick,
      response: { 200: PointsTicked },
    }),
    (request) => setPoint(of(request), request.body),
  );

  app.get(
    '/api/v1/profiles/:profileId/observations',
    options('full', 'Measurements over time: the last two of each, or all of one code', {
      params: OfProfile,
      querystring: OfCode,
      response: { 200: Observations },
    }),
    (request) => readObservations(of(request), request.query.code),
  );
}
