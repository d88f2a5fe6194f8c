import { Type } from 'typebox';
import { type App, type Services, sessionOf } from '../app-types.ts';
import { AuditEntry, SurveyDelivered } from '../contract.ts';
import { audit, hasReceipt } from '../repositories/audit.ts';
import { lockUser } from '../repositories/users.ts';
import { readAudit } from '../services/audit.ts';

const tags = ['audit'];

/** Who looked at my records. */
export async function auditRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/access-log',
    {
      config: { auth: 'full' },
      schema: { summary: 'Who did what with my data, newest first', tags, response: { 200: Type.Array(AuditEntry) } },
    },
    (request) => readAudit(db, sessionOf(request).user.id, request.locale),
  );

  app.post(
    '/api/v1/survey-receipts',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'The recorder took a survey; the same receipt counts once',
        tags,
        body: SurveyDelivered,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = sessionOf(request).user;
      const { survey, receiptId } = request.body;
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, id);
        if (await hasReceipt(trx, id, receiptId)) return;
        await audit(trx, { action: 'SURVEY_DELIVERED', actor: id, subject: id, object: survey, objectId: receiptId });
      });
      return reply.code(204).send(null);
    },
  );
}
