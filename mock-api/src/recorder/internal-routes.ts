/** What the API asks the recorder: erasures, answers for the hospital's server, and exports. Gateways don't forward it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import { Type } from 'typebox';
import {
  AnswersRequest,
  PersonSurveys,
  PersonSurveysRequest,
  RetainedSurvey,
  SurveyErasure,
  type SurveyPayload,
} from '../contract.ts';
import { isFromApi, type RecorderPath } from '../security/survey-token.ts';
import type { App } from '../services/context.ts';
import { erasePerson } from './erasure.ts';
import { findReceipt, surveysOf } from './store.ts';
import type { ReceiptsTable, RecorderTables } from './tables.ts';

interface Options {
  db: Kysely<RecorderTables>;
  /** Keys of survey tokens, which the API shares. */
  keys: readonly string[];
  refuse(reply: FastifyReply, status: number): FastifyReply;
}

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

export function internalRoutes(app: App, { db, keys, refuse }: Options): void {
  const signed = (path: RecorderPath) => ({
    preValidation: async ({ headers, body }: FastifyRequest, reply: FastifyReply) => {
      // The API sends what JSON.stringify returns, so parsing and writing it again gives the same text.
      if (!isFromApi(path, keys, { headers, body: JSON.stringify(body) })) return refuse(reply, 401);
    },
  });

  app.post(
    '/erasures',
    { schema: { body: SurveyErasure, response: { 204: Type.Null() } }, ...signed('erasures') },
    async (request, reply) => {
      const surveys = await erasePerson(db, request.body);
      request.log.info({ surveys }, 'surveys erased');
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/answers',
    {
      schema: { body: AnswersRequest, response: { 200: RetainedSurvey } },
      ...signed('answers'),
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

  app.post(
    '/exports',
    {
      schema: { body: PersonSurveysRequest, response: { 200: PersonSurveys } },
      ...signed('exports'),
    },
    async ({ body }) => {
      const rows = await surveysOf(db, body);
      const surveys = rows.map((row) => ({
        receiptId: row.receipt_id,
        survey: row.survey,
        receivedAt: row.received_at ?? row.claimed_at,
        answers: row.answers === null ? null : (JSON.parse(row.answers) as SurveyPayload).Responses,
      }));
      return { surveys };
    },
  );
}
