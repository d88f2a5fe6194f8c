import { Type } from 'typebox';
import { LinkToken, PhoneChangeLink } from '../../contract.ts';
import { confirmPhoneChange, readPhoneChange, refusePhoneChange } from '../../services/accounts/phone-change.ts';
import type { App, Services } from '../../services/context.ts';

const tags = ['accounts'];
const done = { 204: Type.Null() };

/** The links that confirm a new mobile number. */
export async function phoneChangeRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.post(
    '/api/v1/users/phone-change',
    {
      config: { auth: 'none' },
      schema: { summary: 'What a link confirms', tags, body: LinkToken, response: { 200: PhoneChangeLink } },
    },
    (request) => readPhoneChange(db, request.body.uuid),
  );

  app.post(
    '/api/v1/users/phone-change/confirm',
    {
      config: { auth: 'none' },
      schema: { summary: 'Use the new mobile number', tags, body: LinkToken, response: done },
    },
    async (request, reply) => {
      await confirmPhoneChange(services, request.body.uuid, request.log);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/users/phone-change/refuse',
    {
      config: { auth: 'none' },
      schema: {
        summary: 'Keep the old mobile number, and sign out the device that wants the new one',
        tags,
        body: LinkToken,
        response: done,
      },
    },
    async (request, reply) => {
      await refusePhoneChange(services, request.body.uuid);
      return reply.code(204).send(null);
    },
  );
}
