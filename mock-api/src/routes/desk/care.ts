import { Type } from 'typebox';
import { CareEvent, NewEvent, NextStep, Notification } from '../../contract.ts';
import type { App, Services } from '../../services/context.ts';
import { changeNextStep, clearNextStep, sendEvent } from '../../services/desk/care.ts';
import { staffLog } from '../../services/desk/log.ts';

const tags = ['desk'];
const PatientId = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** What the desk sends to a patient. */
export async function deskCareRoutes(app: App, services: Services): Promise<void> {
  app.post(
    '/api/v1/desk/patients/:id/events',
    {
      config: { auth: 'staff' },
      schema: {
        summary: "Add an event to a patient's timeline",
        tags,
        params: PatientId,
        body: NewEvent,
        response: { 201: CareEvent },
      },
    },
    async (request, reply) => {
      const { params, body, locale } = request;
      return reply.code(201).send(await sendEvent(services, staffLog(request), params.id, body, locale));
    },
  );

  app.put(
    '/api/v1/desk/patients/:id/next',
    {
      config: { auth: 'staff' },
      schema: {
        summary: 'Say what happens next, in place of what was said before',
        tags,
        params: PatientId,
        body: NextStep,
        response: { 200: Notification },
      },
    },
    (request) => changeNextStep(services, staffLog(request), request.params.id, request.body, request.locale),
  );

  app.delete(
    '/api/v1/desk/patients/:id/next',
    {
      config: { auth: 'staff' },
      schema: {
        summary: 'Take away what was to happen next',
        tags,
        params: PatientId,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await clearNextStep(services, staffLog(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
