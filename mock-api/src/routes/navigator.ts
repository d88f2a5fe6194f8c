import { Type } from 'typebox';
import { ownerOfResult } from '../access/record-access.ts';
import { Problem } from '../common/problems.ts';
import { Insights, InsightsPending, QuestionsTicked } from '../contract.ts';
import { tickedQuestions, tickQuestions } from '../repositories/care/navigator.ts';
import { readInsights } from '../services/care/insights.ts';
import { type App, type Services, sessionOf } from '../services/context.ts';

const ResultId = Type.Object({ id: Type.String({ maxLength: 64 }) });
const tags = ['care'];

/** Help with understanding a result. NOT_FOUND for users who may not see the result. */
export async function navigatorRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  async function ownerFor(userId: string, resultId: string): Promise<string> {
    const owner = await ownerOfResult(db, userId, resultId);
    if (owner === undefined) throw new Problem('NOT_FOUND');
    return owner;
  }

  app.get(
    '/api/v1/results/:id/insights',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'A report in plain words; 202 with Retry-After while the navigator prepares it',
        tags,
        params: ResultId,
        response: { 200: Insights, 202: InsightsPending },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const owner = await ownerFor(sessionOf(request).user.id, id);
      const answer = await readInsights(services, owner, id, request.locale);
      if (answer.state === 'ready') return answer;
      return reply.status(202).header('retry-after', answer.retryAfter).send(answer);
    },
  );

  app.get(
    '/api/v1/results/:id/questions',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Which questions the reader has ticked',
        tags,
        params: ResultId,
        response: { 200: QuestionsTicked },
      },
    },
    async (request) => {
      const { user } = sessionOf(request);
      await ownerFor(user.id, request.params.id);
      return { ticked: await tickedQuestions(db, user.id, request.params.id) };
    },
  );

  app.post(
    '/api/v1/results/:id/questions',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Store which questions the reader has ticked',
        tags,
        params: ResultId,
        body: QuestionsTicked,
        response: { 200: QuestionsTicked },
      },
    },
    async (request) => {
      const { id } = request.params;
      const readerId = sessionOf(request).user.id;
      const ownerId = await ownerFor(readerId, id);
      await tickQuestions(db, { readerId, ownerId, resultId: id }, request.body.ticked);
      return { ticked: await tickedQuestions(db, readerId, id) };
    },
  );
}
