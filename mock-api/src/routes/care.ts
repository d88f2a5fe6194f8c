import { type TSchema, Type } from 'typebox';
import {
  ownerOfResult,
  readCarePlan,
  readCarePlans,
  readResult,
  readResults,
  unreadableCarePlan,
  unreadableResult,
} from '../access/record-access.ts';
import { readProfiles } from '../access/shared-profiles.ts';
import { after, now, SECOND, secondsUntil } from '../common/clock.ts';
import type { Locale } from '../common/i18n.ts';
import { ProblemError } from '../common/problems.ts';
import { CarePlan, Insights, InsightsPending, Notification, Profile, QuestionsTicked, Result } from '../contract.ts';
import { listNotifications } from '../repositories/care/content.ts';
import { expectInsights, findInsights, tickedQuestions, tickQuestions } from '../repositories/care/navigator.ts';
import { withMedicationChecks } from '../services/care/medication-checks.ts';
import { type App, ById, routeOptions, type Services, sessionOf } from '../services/context.ts';
import { hospitalToday } from '../services/plans/plans.ts';

const options = routeOptions('care');
const reading = <Answer extends TSchema>(summary: string, answer: Answer) =>
  options('full', summary, { response: { 200: answer } });

/** What users read: profiles, notifications, results, care plans. */
export async function careRoutes(app: App, { config, db }: Services): Promise<void> {
  app.get('/api/v1/profiles', reading('The user and whom they support', Type.Array(Profile)), async (request) => {
    const { user } = sessionOf(request);
    const profiles = await readProfiles(db, user, request.locale, hospitalToday(config.timeZone));
    return withMedicationChecks({ db, config }, user, profiles);
  });

  app.get('/api/v1/notifications', reading('Notifications, newest first', Type.Array(Notification)), (request) =>
    listNotifications(db, sessionOf(request).user.id, request.locale),
  );

  app.get('/api/v1/results', reading('Results, newest first', Type.Array(Result)), (request) =>
    readResults(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/results/:id',
    options('full', 'One result', { params: ById, response: { 200: Result } }),
    async (request) => {
      const { id: userId } = sessionOf(request).user;
      const { id } = request.params;
      const result = await readResult(db, userId, id, request.locale);
      if (!result) throw await unreadableResult(db, userId, id);
      return result;
    },
  );

  app.get('/api/v1/care-plans', reading('Care plans, newest first', Type.Array(CarePlan)), (request) =>
    readCarePlans(db, sessionOf(request).user.id, request.locale),
  );

  app.get(
    '/api/v1/care-plans/:id',
    options('full', 'One care plan', { params: ById, response: { 200: CarePlan } }),
    async (request) => {
      const { id: userId } = sessionOf(request).user;
      const { id } = request.params;
      const plan = await readCarePlan(db, userId, id, request.locale);
      if (!plan) throw await unreadableCarePlan(db, userId, id);
      return plan;
    },
  );
}

/** Help with understanding a result. NOT_FOUND for users who may not see the result. */
export async function navigatorRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  async function ownerFor(userId: string, resultId: string): Promise<string> {
    const owner = await ownerOfResult(db, userId, resultId);
    if (owner === undefined) throw new ProblemError('NOT_FOUND');
    return owner;
  }

  app.get(
    '/api/v1/results/:id/insights',
    options('full', 'A report in plain words; 202 with Retry-After while the navigator prepares it', {
      params: ById,
      response: { 200: Insights, 202: InsightsPending },
    }),
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
    options('full', 'Which questions the reader has ticked', { params: ById, response: { 200: QuestionsTicked } }),
    async (request) => {
      const { user } = sessionOf(request);
      await ownerFor(user.id, request.params.id);
      return { ticked: await tickedQuestions(db, user.id, request.params.id) };
    },
  );

  app.post(
    '/api/v1/results/:id/questions',
    options('full', 'Store which questions the reader has ticked', {
      params: ById,
      body: QuestionsTicked,
      response: { 200: QuestionsTicked },
    }),
    async (request) => {
      const { id } = request.params;
      const readerId = sessionOf(request).user.id;
      const ownerId = await ownerFor(readerId, id);
      await tickQuestions(db, { readerId, ownerId, resultId: id }, request.body.ticked);
      return { ticked: await tickedQuestions(db, readerId, id) };
    },
  );
}

/**
 * Returns the insights into one result: the report in plain language. Outside a demo they are ready at once. The demo
 * prepares them since the first request, for INSIGHTS_SECONDS; the database has the time, so that any process can
 * answer.
 * @throws ProblemError NOT_FOUND if the navigator has no insights into it
 */
async function readInsights(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ownerId: string,
  resultId: string,
  locale: Locale,
): Promise<Insights | InsightsPending> {
  const insights = await findInsights(db, ownerId, resultId, locale);
  if (!insights) throw new ProblemError('NOT_FOUND');
  if (config.demo.on) {
    const readyAt = await expectInsights(db, resultId, after(config.insightsSeconds * SECOND));
    if (readyAt > now()) return { state: 'preparing', retryAfter: secondsUntil(readyAt) };
  }
  return { state: 'ready', ...insights };
}
