/** Where the API asks for the erasure of a person's surveys. Gateways don't forward it. */
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { SurveyErasure } from '../contract.ts';
import { ERASURE_HEADER, isSignedErasure } from '../security/survey-token.ts';
import type { App } from '../services/context.ts';
import { erasePerson } from './erasure.ts';
import type { RecorderTables } from './tables.ts';

interface Options {
  db: Kysely<RecorderTables>;
  /** Keys of survey tokens, which the API shares. */
  keys: readonly string[];
  refuse(reply: FastifyReply, status: number): FastifyReply;
}

export function erasureRoutes(app: App, { db, keys, refuse }: Options): void {
  app.post(
    '/erasures',
    {
      schema: { body: SurveyErasure, response: { 204: Type.Null() } },
      preValidation: async (request, reply) => {
        const signature = request.headers[ERASURE_HEADER];
        // The API sends what JSON.stringify returns, so parsing and writing it again gives the same text.
        const body = JSON.stringify(request.body);
        if (typeof signature !== 'string' || !isSignedErasure(keys, body, signature)) return refuse(reply, 401);
      },
    },
    async (request, reply) => {
      const surveys = await erasePerson(db, request.body);
      request.log.info({ surveys }, 'surveys erased');
      return reply.code(204).send(null);
    },
  );
}
