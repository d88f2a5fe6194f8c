import { Type } from 'typebox';
import { DeskExplanation, ExplanationsWanted, ExplanationText } from '../../contract.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { listExplanations } from '../../repositories/records/explanations.ts';
import { type App, type Services, sessionOf } from '../../services/context.ts';
import { decideExplanation } from '../../services/desk/explanations.ts';
import { staffLog } from '../../services/desk/log.ts';

const tags = ['desk'];
const ExplanationId = Type.Object({ id: Type.String({ maxLength: 64 }) });
const config = { auth: 'staff' } as const;

/** Plain-language texts of the hospital's own service, to approve beside the report. */
export async function deskExplanationRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/v1/desk/explanations',
    {
      config,
      schema: {
        summary: 'Explanations of one state, the oldest first; those to decide on by default',
        tags,
        querystring: ExplanationsWanted,
        response: { 200: Type.Array(DeskExplanation) },
      },
    },
    async (request) => {
      const { state = 'waiting', ...page } = request.query;
      const explanations = await listExplanations(db, { ...pageOf(page), state, locale: request.locale });
      const subjects = explanations.map(({ patient }) => patient.id);
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'explanations', subjects });
      return explanations;
    },
  );

  app.post(
    '/api/v1/desk/explanations/:id/approve',
    {
      config,
      schema: {
        summary: 'Approve, maybe with an edited text; the patient reads it with the result',
        tags,
        params: ExplanationId,
        body: ExplanationText,
        response: { 200: DeskExplanation },
      },
    },
    (request) => {
      const { id } = request.params;
      const text = request.body.text?.trim() ?? null;
      const decision = { id, staffId: sessionOf(request).user.id, text, locale: request.locale };
      return decideExplanation(services, staffLog(request), decision);
    },
  );

  app.post(
    '/api/v1/desk/explanations/:id/refuse',
    {
      config,
      schema: { summary: 'Refuse: nobody reads it', tags, params: ExplanationId, response: { 200: DeskExplanation } },
    },
    (request) => {
      const { id } = request.params;
      const decision = { id, staffId: sessionOf(request).user.id, text: undefined, locale: request.locale };
      return decideExplanation(services, staffLog(request), decision);
    },
  );
}
