import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forStaff } from '../access/desk-access.ts';
import { ClientId } from '../contract/parts.ts';
import {
  DayPlan,
  DayPlanChange,
  DayPlans,
  DeskDayPlans,
  NewRoundsQuestion,
  ReadBack,
  RoundsQuestion,
  RoundsTick,
} from '../contract.ts';
import { type App, ById, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';
import { staffLog } from '../services/desk/log.ts';
import { readBack, readDayPlans, readDeskPlans, setDayPlan } from '../services/plans/plans.ts';
import { answerQuestion, answerQuestionAtDesk, removeQuestion, saveQuestion } from '../services/plans/rounds.ts';

const BY_NURSES = forStaff('patient', 'nurse');

const date = Type.String({ format: 'date' });
const profileId = Type.String({ pattern: '^[1-9][0-9]{0,8}$' });
const OfQuestion = Type.Object({ profileId, questionId: ClientId });

/** The plan of the day: what staff write, what patients and supporters read, and their questions for the next visit. */
export async function planRoutes(app: App, { db, config }: Services): Promise<void> {
  const options = routeOptions('records');
  const desk = routeOptions('desk');

  app.get(
    '/api/v1/profiles/:profileId/plans',
    options('full', 'Plans of the day, the newest first', {
      params: Type.Object({ profileId }),
      response: { 200: DayPlans },
    }),
    ({ params, session, locale }) => {
      const { user } = sessionOf({ session });
      return readDayPlans({ db, config, user, locale, profileId: Number(params.profileId) });
    },
  );

  app.post(
    '/api/v1/profiles/1/plans/:date/read-back',
    options('full', 'Say in own words what is planned', {
      params: Type.Object({ date }),
      body: ReadBack,
      response: NO_CONTENT,
    }),
    (request, reply) =>
      sendEmpty(reply, readBack({ db, user: sessionOf(request).user }, request.params.date, request.body.text)),
  );

  app.get(
    '/api/v1/desk/patients/:id/plans',
    desk(BY_NURSES, "A patient's plans of the day, and what the record knows about today", {
      params: ById,
      response: { 200: DeskDayPlans },
    }),
    (request) => {
      const { user } = sessionOf(request);
      return readDeskPlans({ db, config, user, locale: request.locale }, staffLog(request), request.params.id);
    },
  );

  app.put(
    '/api/v1/desk/patients/:id/plans/:date',
    desk(BY_NURSES, 'Set the plan of a day', {
      params: Type.Object({ ...ById.properties, date }),
      body: DayPlanChange,
      response: { 200: DayPlan },
    }),
    (request) => {
      const { user } = sessionOf(request);
      const { id: patientId, date: of } = request.params;
      const about = { patientId, date: of };
      return setDayPlan({ db, config, user, locale: request.locale }, staffLog(request), about, request.body);
    },
  );

  const QUESTION = '/api/v1/profiles/:profileId/rounds-questions/:questionId';
  const readingOf = (
    request: Pick<FastifyRequest, 'session' | 'locale'>,
    { profileId: id }: { profileId: string },
  ) => ({
    db,
    config,
    user: sessionOf(request).user,
    locale: request.locale,
    profileId: Number(id),
  });

  app.put(
    QUESTION,
    options('full', 'Keep a question for the next visit, or change its words; it is sent to no one', {
      params: OfQuestion,
      body: NewRoundsQuestion,
      response: { 200: RoundsQuestion },
    }),
    (request) => saveQuestion(readingOf(request, request.params), request.params.questionId, request.body),
  );

  app.delete(
    QUESTION,
    options('full', 'Remove a question for the next visit', { params: OfQuestion, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, removeQuestion(readingOf(request, request.params), request.params.questionId)),
  );

  app.put(
    `${QUESTION}/answered`,
    options('full', 'Tick off a question for the next visit, or take that back', {
      params: OfQuestion,
      body: RoundsTick,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { params, body } = request;
      return sendEmpty(reply, answerQuestion(readingOf(request, params), params.questionId, body.isAnswered));
    },
  );

  app.put(
    '/api/v1/desk/patients/:id/rounds-questions/:questionId/answered',
    desk(BY_NURSES, 'Tick off a question of a patient for the next visit, or take that back', {
      params: Type.Object({ ...ById.properties, questionId: ClientId }),
      body: RoundsTick,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { id: patientId, questionId: id } = request.params;
      const tick = { patientId, id, isAnswered: request.body.isAnswered };
      return sendEmpty(reply, answerQuestionAtDesk(db, staffLog(request), tick));
    },
  );
}
