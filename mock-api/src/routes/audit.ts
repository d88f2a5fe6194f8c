import { Type } from 'typebox';
import { AuditEntry, SurveyDelivered, SurveySent, SurveyToken, SurveyTokenRequest } from '../contract.ts';
import { listReceipts } from '../repositories/audit.ts';
import { readAudit, reportReceipt } from '../services/care/audit.ts';
import { issueSurveyTokens } from '../services/care/survey-tokens.ts';
import { type App, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';

const options = routeOptions('audit');

export async function auditRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;
  app.get(
    '/api/v1/access-log',
    options('full', 'Who did what with my data, newest first', { response: { 200: Type.Array(AuditEntry) } }),
    (request) => readAudit(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/survey-receipts',
    options('full', 'Which surveys I have sent about which event, and when; the current one of each, newest first', {
      response: { 200: Type.Array(SurveySent) },
    }),
    (request) => listReceipts(db, sessionOf(request).user.id),
  );

  app.post(
    '/api/v1/survey-tokens',
    options(
      'full',
      'Tokens for surveys that these events ask for; without those that I may not answer',
      { body: SurveyTokenRequest, response: { 200: Type.Array(SurveyToken) } },
      { watches: true },
    ),
    (request) => issueSurveyTokens(services, sessionOf(request), request.body.about),
  );

  app.post(
    '/api/v1/survey-receipts',
    options('full', 'The recorder accepted a survey; the same receipt counts once', {
      body: SurveyDelivered,
      response: NO_CONTENT,
    }),
    (request, reply) => sendEmpty(reply, reportReceipt(services, sessionOf(request).user.id, request.body)),
  );
}
