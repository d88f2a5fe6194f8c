import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DeskTemplate, DeskTemplates, NewTemplate } from '../../contract.ts';
import { type App, type Services, sessionOf } from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';
import { addTemplate, changeTemplate, readTemplates, removeTemplate } from '../../services/desk/templates.ts';

const tags = ['desk'];
const TemplateId = Type.Object({ id: Type.String({ maxLength: 64 }) });

const editorOf = (request: FastifyRequest) => ({
  user: sessionOf(request).user,
  log: staffLog(request),
  locale: request.locale,
});

/** Templates for replies and events. */
export async function deskTemplateRoutes(app: App, services: Services): Promise<void> {
  app.get(
    '/api/v1/desk/templates',
    {
      config: { auth: 'staff' },
      schema: { summary: 'Templates for replies and events', tags, response: { 200: DeskTemplates } },
    },
    (request) => readTemplates(services, editorOf(request)),
  );

  app.post(
    '/api/v1/desk/templates',
    {
      config: { auth: 'staff' },
      schema: { summary: 'Add a template', tags, body: NewTemplate, response: { 201: DeskTemplate } },
    },
    async (request, reply) => reply.code(201).send(await addTemplate(services, editorOf(request), request.body)),
  );

  app.put(
    '/api/v1/desk/templates/:id',
    {
      config: { auth: 'staff' },
      schema: {
        summary: 'Change a template',
        tags,
        params: TemplateId,
        body: NewTemplate,
        response: { 200: DeskTemplate },
      },
    },
    (request) => changeTemplate(services, editorOf(request), request.params.id, request.body),
  );

  app.delete(
    '/api/v1/desk/templates/:id',
    {
      config: { auth: 'staff' },
      schema: { summary: 'Remove a template', tags, params: TemplateId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await removeTemplate(services, editorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
