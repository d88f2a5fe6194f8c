import { Type } from 'typebox';
import { NewPushSubscription, PushEndpoint, PushKey } from '../contract.ts';
import { deleteEndpoint } from '../repositories/messages/push-subscriptions.ts';
import { type App, type Services, sessionOf } from '../services/context.ts';
import { subscribe, vapidKeys } from '../services/messages/push-subscriptions.ts';

/** Push subscriptions of browsers. */
export async function pushRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;
  const tags = ['push'];

  app.get(
    '/api/v1/push/key',
    {
      config: { auth: 'full', watches: true },
      schema: { summary: 'The key with which browsers subscribe to push', tags, response: { 200: PushKey } },
    },
    async () => ({ key: vapidKeys(config).publicKey }),
  );

  app.post(
    '/api/v1/push/subscriptions',
    {
      config: { auth: 'full', watches: true },
      schema: {
        summary: 'Subscribe this browser to push until its session ends; idempotent',
        tags,
        body: NewPushSubscription,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await subscribe(services, sessionOf(request), request.body, request.locale);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/v1/push/subscriptions',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Unsubscribe this browser from push',
        tags,
        body: PushEndpoint,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteEndpoint(db, sessionOf(request).user.id, request.body.endpoint);
      return reply.code(204).send(null);
    },
  );
}
