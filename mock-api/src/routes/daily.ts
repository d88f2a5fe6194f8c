import { Type } from 'typebox';
import { forStaff } from '../access/desk-access.ts';
import { type Locale, translate } from '../common/i18n.ts';
import { DailyAnswer, DailyAnswered, DailyRate } from '../contract.ts';
import { answerDaily, QUESTIONS, readRates } from '../services/care/daily-questions.ts';
import { type App, routeOptions, type Services, sessionOf } from '../services/context.ts';
import { staffLog } from '../services/desk/log.ts';
import { csvFile } from './desk/sign-ups.ts';

const VIEWED = { action: 'STAFF_VIEWED', object: 'daily-rates', subjects: [] } as const;

const COLUMNS = [
  'csv.month',
  'csv.ward',
  'csv.question',
  'csv.asked',
  'csv.answered',
  'csv.worried',
  'csv.worriedShare',
  'csv.ended',
  'csv.minutesToEnd',
] as const;

function asFile(rates: readonly DailyRate[], locale: Locale): string {
  const text = (count: number | null) => (count === null ? translate(locale, 'csv.few') : String(count));
  const head = COLUMNS.map((name) => translate(locale, name));
  const rows = rates.map(({ month, ward, kind, asked, answered, worried, ended, minutesToEnd }) => [
    month,
    ward ?? translate(locale, 'csv.noWard'),
    translate(locale, QUESTIONS[kind].name),
    text(asked),
    text(answered),
    text(worried),
    text(worried === null || answered === null ? null : Math.round((100 * worried) / answered)),
    text(ended),
    text(minutesToEnd),
  ]);
  return csvFile([head, ...rows]);
}

/** The question of a day: the patient's answer, and rates for the quality department. */
export async function dailyRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;
  const options = routeOptions('requests');
  const desk = routeOptions('desk');

  app.post(
    '/api/v1/profiles/1/daily-question/answer',
    options('full', 'Answer the question of the day; a worry becomes a concern at the desk', {
      body: DailyAnswer,
      response: { 200: DailyAnswered },
    }),
    (request) => answerDaily(services, sessionOf(request).user, request.body, request.locale),
  );

  app.get(
    '/api/v1/desk/daily-rates',
    desk(
      forStaff('no-patient', 'nurse', 'privacy'),
      'Answers to the questions of the day by month and ward, without people; months that are over',
      {
        response: { 200: Type.Array(DailyRate) },
      },
    ),
    async (request) => {
      await staffLog(request)(db, VIEWED);
      return readRates(db, config);
    },
  );

  app.get(
    '/api/v1/desk/daily-rates.csv',
    desk(forStaff('no-patient', 'privacy'), 'The same as a file for a spreadsheet', {}),
    async (request, reply) => {
      await staffLog(request)(db, VIEWED);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="daily-rates.csv"')
        .send(asFile(await readRates(db, config), request.locale));
    },
  );
}
