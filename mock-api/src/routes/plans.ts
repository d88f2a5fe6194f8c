import { Type } from 'typebox';
import { DayPlan, DayPlanChange, DayPlans, DeskDayPlans, ReadBack } from '../contract.ts';
import { readBack, readDayPlans, readDeskPlans, setDayPlan } from '../services/care/plans.ts';
import { type App, ById, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';
import { staffLog } from '../services/desk/log.ts';

const date = Type.String({ format: 'date' });

/** The plan of the day: what staff write, and what patients and supporters read. */
export async function planRoutes(app: App, { db, config }: Services): Promise<void> {
  const options = routeOptions('records');
  const desk = routeOptions('desk');

  app.get(
    '/api/v1/profiles/:profileId/plans',
    options('full', 'Plans of the day, the newest first', {
      params: Type.Object({ profileId: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
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
    desk('staff', "A patient's plans of the day, and what the record knows about today", {
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
    desk('staff', 'Set the plan of a day', {
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
}
