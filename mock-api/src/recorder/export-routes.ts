/** Where the API reads a person's surveys for their own export. Gateways don't forward it. */
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { PersonSurveys, PersonSurveysWanted, type SurveyPayload } from '../contract.ts';
import { EXPORT_HEADER, isSignedExportRequest } from '../security/survey-token.ts';
import type { App } from '../services/context.ts';
import type { RecorderTables } from './tables.ts';

/** Most surveys in an export. */
const MOST = 1_000;

interface Options {
  db: Kysely<RecorderTables>;
  /** Keys of survey tokens, which the API shares. */
  keys: readonly string[];
  refuse(reply: FastifyReply, status: number): FastifyReply;
}

/**
 * Returns a person's surveys, newest first: those of their account and, of those without an account, the ones whose
 * receipts their phones have reported.
 */
async function surveysOf(
  db: Kysely<RecorderTables>,
  { person, receipts }: PersonSurveysWanted,
): Promise<PersonSurveys['surveys']> {
  const rows = await db
    .selectFrom('receipts')
    .select(['receipt_id', 'survey', 'received_at', 'claimed_at', 'answers'])
    .where('state', '=', 'done')
    .where(({ or, and, eb }) =>
      or([
        eb('person', '=', person),
        ...(receipts.length > 0 ? [and([eb('person', 'is', null), eb('receipt_id', 'in', receipts)])] : []),
      ]),
    )
    .orderBy('claimed_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    receiptId: row.receipt_id,
    survey: row.survey,
    receivedAt: row.received_at ?? row.claimed_at,
    answers: row.answers === null ? null : (JSON.parse(row.answers) as SurveyPayload).Responses,
  }));
}

export function exportRoutes(app: App, { db, keys, refuse }: Options): void {
  app.post(
    '/exports',
    {
      schema: { body: PersonSurveysWanted, response: { 200: PersonSurveys } },
      preValidation: async (request, reply) => {
        const signature = request.headers[EXPORT_HEADER];
        const body = JSON.stringify(request.body);
        if (typeof signature !== 'string' || !isSignedExportRequest(keys, body, signature)) return refuse(reply, 401);
      },
    },
    async (request) => ({ surveys: await surveysOf(db, request.body) }),
  );
}
