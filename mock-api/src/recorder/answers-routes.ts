/** Where the API reads a survey that goes to the hospital's FHIR server. Gateways don't forward it. */
import type { FastifyReply } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import { AnswersWanted, RetainedSurvey, type SurveyPayload } from '../contract.ts';
import { ANSWERS_HEADER, isSignedAnswersRequest } from '../security/survey-token.ts';
import type { App } from '../services/context.ts';
import type { ReceiptsTable, RecorderTables } from './tables.ts';

interface Options {
  db: Kysely<RecorderTables>;
  /** Keys of survey tokens, which the API shares. */
  keys: readonly string[];
  refuse(reply: FastifyReply, status: number): FastifyReply;
}

const findReceipt = (db: Kysely<RecorderTables>, receipt: string) =>
  db.selectFrom('receipts').selectAll().where('receipt_id', '=', receipt).executeTakeFirst();

/** Returns the receipt of the survey that the first correction in a chain corrects. */
async function firstReceiptOf(db: Kysely<RecorderTables>, row: Selectable<ReceiptsTable>): Promise<string> {
  const seen = new Set<string>();
  let first = row;
  while (first.replaces !== null && !seen.has(first.receipt_id)) {
    seen.add(first.receipt_id);
    const before = await findReceipt(db, first.replaces);
    if (!before) return first.replaces;
    first = before;
  }
  return first.receipt_id;
}

export function answersRoutes(app: App, { db, keys, refuse }: Options): void {
  app.post(
    '/answers',
    {
      schema: { body: AnswersWanted, response: { 200: RetainedSurvey } },
      preValidation: async (request, reply) => {
        const signature = request.headers[ANSWERS_HEADER];
        const body = JSON.stringify(request.body);
        if (typeof signature !== 'string' || !isSignedAnswersRequest(keys, body, signature)) return refuse(reply, 401);
      },
    },
    async (request, reply) => {
      const { person, receipt } = request.body;
      const row = await findReceipt(db, receipt);
      const isTheirs = row?.state === 'done' && row.person === person;
      // Without answers: they are dropped by SURVEY_RETENTION, or erased.
      if (!row || !isTheirs || row.answers === null || row.replaced_by !== null) return refuse(reply, 404);
      const { Survey, Responses } = JSON.parse(row.answers) as SurveyPayload;
      return {
        survey: Survey,
        receivedAt: row.received_at ?? row.claimed_at,
        firstReceipt: await firstReceiptOf(db, row),
        isCorrection: row.replaces !== null,
        responses: Responses,
      };
    },
  );
}
