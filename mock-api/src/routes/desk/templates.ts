import type { FastifyRequest } from 'fastify';
import { forStaff } from '../../access/desk-access.ts';
import { DeskTemplate, DeskTemplates, NewTemplate } from '../../contract.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';
import { addTemplate, changeTemplate, readTemplates, removeTemplate } from '../../services/desk/templates.ts';

const BY_NURSES = forStaff('no-patient', 'nurse');
const options = routeOptions('desk');
const editorOf = (request: FastifyRequest) => ({
  user: sessionOf(request).user,
  log: staffLog(request),
  locale: request.locale,
});

export async function deskTemplateRoutes(app: App, services: Services): Promise<void> {
  app.get(
    '/api/v1/desk/templates',
    options(BY_NURSES, 'Templates for replies and events', { response: { 200: DeskTemplates } }),
    (request) => readTemplates(services, editorOf(request)),
  );

  app.post(
    '/api/v1/desk/templates',
    options(BY_NURSES, 'Add a template', { body: NewTemplate, response: { 201: DeskTemplate } }),
    async (request, reply) => reply.code(201).send(await addTemplate(services, editorOf(request), request.body)),
  );

  app.put(
    '/api/v1/desk/templates/:id',
    options(BY_NURSES, 'Change a template', { params: ById, body: NewTemplate, response: { 200: DeskTemplate } }),
    (request) => changeTemplate(services, editorOf(request), request.params.id, request.body),
  );

  app.delete(
    '/api/v1/desk/templates/:id',
    options(BY_NURSES, 'Remove a template', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, removeTemplate(services, editorOf(request), request.params.id)),
  );
}
