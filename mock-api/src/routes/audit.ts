import { Type } from 'typebox';
import { AuditEntry, SurveyDelivered, SurveySent, SurveyToken, SurveyTokenRequest } from '../contract.ts';
import { listReceipts } from '../repositories/audit.ts';
import { readAudit, reportReceipt } from '../services/care/audit.ts';
import { issueSurveyTokens } from '../services/care/survey-tokens.ts';
import { type App, type Services, sessionOf } from '../services/context.ts';

const tags = ['audit'];

/** A user's access log, and the surveys that they have sent. */
export async function auditRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;
  app.get(
    '/api/v1/access-log',
    {
      config: { auth: 'full' },
      schema: { summary: 'Who did what with my data, newest first', tags, response: { 200: Type.Array(AuditEntry) } },
    },
    (request) => readAudit(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/survey-receipts',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Which surveys I have sent about which event, and when; the current one of each, newest first',
        tags,
        response: { 200: Type.Array(SurveySent) },
      },
    },
    (request) => listReceipts(db, sessionOf(request).user.id),
  );

  app.post(
    '/api/v1/survey-tokens',
    {
      config: { auth: 'full', watches: true },
      schema: {
        summary: 'Tokens for surveys that these events ask for; without those that I may not answer',
        tags,
        body: SurveyTokenRequest,
        response: { 200: Type.Array(SurveyToken) },
      },
    },
    (request) => issueSurveyTokens(services, sessionOf(request), request.body.about),
  );

  app.post(
    '/api/v1/survey-receipts',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'The recorder accepted a survey; the same receipt counts once',
        tags,
        body: SurveyDelivered,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await reportReceipt(services, sessionOf(request).user.id, request.body);
      return reply.code(204).send(null);
    },
  );
}
