import { type TSchema, Type } from 'typebox';
import {
  readCarePlan,
  readCarePlans,
  readResult,
  readResults,
  unreadableCarePlan,
  unreadableResult,
} from '../access/record-access.ts';
import { readProfiles } from '../access/shared-profiles.ts';
import { CarePlan, Notification, Profile, Result } from '../contract.ts';
import { listNotifications } from '../repositories/care/content.ts';
import { type App, type Services, sessionOf } from '../services/context.ts';

const ItemId = Type.Object({ id: Type.String({ maxLength: 64 }) });

const reading = <Answer extends TSchema>(summary: string, answer: Answer) =>
  ({ config: { auth: 'full' }, schema: { summary, tags: ['care'], response: { 200: answer } } }) as const;

/** What users read: profiles, notifications, results, care plans. */
export async function careRoutes(app: App, { db }: Services): Promise<void> {
  app.get('/api/v1/profiles', reading('The user and whom they support', Type.Array(Profile)), (request) =>
    readProfiles(db, sessionOf(request).user, request.locale),
  );

  app.get('/api/v1/notifications', reading('Notifications, newest first', Type.Array(Notification)), (request) =>
    listNotifications(db, sessionOf(request).user.id, request.locale),
  );

  app.get('/api/v1/results', reading('Results, newest first', Type.Array(Result)), (request) =>
    readResults(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/results/:id',
    {
      config: { auth: 'full' },
      schema: { summary: 'One result', tags: ['care'], params: ItemId, response: { 200: Result } },
    },
    async (request) => {
      const { id: userId } = sessionOf(request).user;
      const { id } = request.params;
      const result = await readResult(db, userId, id, request.locale);
      if (!result) throw await unreadableResult(db, userId, id);
      return result;
    },
  );

  app.get('/api/v1/care-plans', reading('Care plans, newest first', Type.Array(CarePlan)), (request) =>
    readCarePlans(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/care-plans/:id',
    {
      config: { auth: 'full' },
      schema: { summary: 'One care plan', tags: ['care'], params: ItemId, response: { 200: CarePlan } },
    },
    async (request) => {
      const { id: userId } = sessionOf(request).user;
      const { id } = request.params;
      const plan = await readCarePlan(db, userId, id, request.locale);
      if (!plan) throw await unreadableCarePlan(db, userId, id);
      return plan;
    },
  );
}
