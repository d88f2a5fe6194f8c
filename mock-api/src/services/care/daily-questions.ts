/**
 * The question of a day: asks each patient once, takes the answer, and counts answers for the quality department. A worry
 * becomes a concern at the desk. What was answered is stored in no other way (docs/security.md#concerns-without-a-name).
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { timeOfLocal } from 'shared-ui/contract/zone';
import { DAY, MINUTE } from '../../common/clock.ts';
import type { EventDocument } from '../../common/documents.ts';
import { type Locale, type MessageKey, translate, translateAll } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { urgencyOf } from '../../common/text/urgency.ts';
import type { Config } from '../../config/config.ts';
import {
  type DailyAnswer,
  type DailyAnswered,
  type DailyKind,
  type DailyQuestion,
  type DailyRate,
  EVENT_TYPE,
} from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { contentId } from '../../repositories/care/content.ts';
import {
  addToCounts,
  type CountRow,
  DAILY_SUBJECT,
  deleteAsked,
  findAsked,
  insertAsked,
  listAskedBefore,
  listAtHome,
  listCounts,
  listEnded,
  listInStay,
  markAnswered,
  subjectIdOf,
  type Wards,
} from '../../repositories/care/daily-questions.ts';
import { addContent, removeEvents } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import { hospitalToday } from '../plans/plans.ts';
import { SMALLEST_GROUP, storeAnonymousConcern } from './concerns.ts';
import { addRequest } from './requests.ts';

/** The questions, and a line below each. */
export const QUESTIONS = {
  worry: { name: 'daily.worry.name', content: 'daily.worry.content' },
  'at-home': { name: 'daily.at-home.name', content: 'daily.at-home.content' },
} as const satisfies Record<DailyKind, Record<'name' | 'content', MessageKey>>;

/** Title of a concern that comes from one. */
const DAILY = translateAll('request.daily');

const keyOf = (question: DailyQuestion) => `daily-${subjectIdOf(question)}`;

const eventOf = (question: DailyQuestion): EventDocument => ({
  key: keyOf(question),
  profileId: OWN_PROFILE,
  // Never shared.
  type: EVENT_TYPE.MESSAGE,
  status: 'ACTIONABLE',
  name: translateAll(QUESTIONS[question.kind].name),
  content: translateAll(QUESTIONS[question.kind].content),
  linkId: null,
  dailyQuestion: question,
});

/** Asks someone, unless this process or another one already has. Notifies them as of any other event. */
async function ask(db: Db, { id: userId, ward }: Pick<UserRow, 'id' | 'ward'>, question: DailyQuestion): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await insertAsked(trx, { ...question, userId, ward }))) return;
    await addToCounts(trx, { ...question, ward }, { asked: 1 });
    await addContent(trx, userId, { events: [eventOf(question)] });
  });
}

/** People asked before the next look at the clock. */
const BATCH = 50;

type Settings = Pick<Config, 'timeZone' | 'daily'>;

/** Returns the patients to ask how they are: from the day after their stay on, for some days. */
async function listToAskAtHome(db: Db, { timeZone, daily }: Settings, date: string, wards: Wards) {
  if (daily.afterDischargeDays === 0) return [];
  const startOf = (day: string) => new Date(timeOfLocal(`${day}T00:00`, timeZone)).toISOString();
  const first = new Date(Date.parse(date) - daily.afterDischargeDays * DAY).toISOString().slice(0, 10);
  return listAtHome(db, date, { from: startOf(first), before: startOf(date) }, wards, BATCH);
}

/** Asks some of the people of these wards who were not asked today. Returns how many there were. */
export async function askSome(db: Db, config: Settings, wards: Wards): Promise<number> {
  const date = hospitalToday(config.timeZone);
  const inStay = config.daily.isOn ? await listInStay(db, date, wards, BATCH) : [];
  for (const patient of inStay) await ask(db, patient, { kind: 'worry', date });
  const atHome = await listToAskAtHome(db, config, date, wards);
  for (const patient of atHome) await ask(db, patient, { kind: 'at-home', date });
  return inStay.length + atHome.length;
}

/** Removes what was asked on earlier days: from home, and who was asked. Returns how much. */
export async function removeOver(db: Db, { timeZone }: Pick<Config, 'timeZone'>): Promise<number> {
  const over = await listAskedBefore(db, hospitalToday(timeZone), BATCH);
  for (const asked of over)
    await db.transaction().execute(async (trx) => {
      await removeEvents(trx, asked.user_id, [contentId(asked.user_id, keyOf(asked))]);
      await deleteAsked(trx, asked);
    });
  return over.length;
}

const ANSWERS = { worry: ['no', 'yes'], 'at-home': ['better', 'same', 'worse'] } as const satisfies Record<
  DailyAnswer['kind'],
  readonly DailyAnswer['answer'][]
>;

const isWorried = ({ answer }: DailyAnswer) => answer === 'yes' || answer === 'worse';

/** @throws ProblemError VALIDATION for an answer that the question doesn't have, or that takes no words or no anonymity */
function refuseWrong(answer: DailyAnswer, locale: Locale): void {
  const answers: readonly string[] = ANSWERS[answer.kind];
  const wrong = [
    ...(answers.includes(answer.answer) ? [] : ['answer']),
    ...(answer.text === undefined || isWorried(answer) ? [] : ['text']),
    ...(answer.isAnonymous && answer.answer !== 'yes' ? ['isAnonymous'] : []),
  ];
  if (wrong.length === 0) return;
  const reason = translate(locale, 'field.additionalProperties');
  throw new ProblemError('VALIDATION', { fields: Object.fromEntries(wrong.map((field) => [field, reason])) });
}

/** Makes a worry an item at the desk. */
async function storeConcern(trx: Trx, services: Services, user: UserRow, answer: DailyAnswer): Promise<void> {
  const about = { type: DAILY_SUBJECT, id: subjectIdOf(answer), title: DAILY };
  const { text = '', isAnonymous = false } = answer;
  if (isAnonymous) {
    await storeAnonymousConcern(trx, user.ward, { text, about });
    return;
  }
  const owner = { patientId: user.id, profileId: OWN_PROFILE };
  const { id } = await addRequest(services, trx, { user, owner }, { kind: 'concern', text }, about);
  await audit(trx, { action: 'REQUEST_SENT', actor: user.id, subject: user.id, object: 'concern', objectId: id });
}

/**
 * Takes the answer to today's question: the first one counts.
 * @throws ProblemError VALIDATION, NOT_FOUND for a question that was not asked today, or ALREADY_ANSWERED
 */
export async function answerDaily(
  services: Services,
  user: UserRow,
  answer: DailyAnswer,
  locale: Locale,
): Promise<DailyAnswered> {
  refuseWrong(answer, locale);
  const { db, config, hospitalOutbox } = services;
  if (answer.date !== hospitalToday(config.timeZone)) throw new ProblemError('NOT_FOUND');
  await db.transaction().execute(async (trx) => {
    const asked = await markAnswered(trx, user.id, answer);
    if (!asked) throw new ProblemError((await findAsked(trx, user.id, answer)) ? 'ALREADY_ANSWERED' : 'NOT_FOUND');
    await addToCounts(trx, asked, { answered: 1, worried: isWorried(answer) ? 1 : 0 });
    await removeEvents(trx, user.id, [contentId(user.id, keyOf(answer))]);
    if (isWorried(answer)) await storeConcern(trx, services, user, answer);
  });
  hospitalOutbox?.kick();
  return { urgency: urgencyOf({ kind: 'concern', ...(answer.text === undefined ? {} : { text: answer.text }) }) };
}

const shown = (count: number) => (count < SMALLEST_GROUP ? null : count);

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

type Ended = Awaited<ReturnType<typeof listEnded>>[number];

function rateOf({ month, ward, kind, asked, answered, worried }: CountRow, ended: readonly Ended[]): DailyRate {
  const times = ended.map(({ createdAt, doneAt }) => (Date.parse(doneAt) - Date.parse(createdAt)) / MINUTE);
  // Where few were not worried, the others' answers could be told, too.
  const isLarge = answered - worried >= SMALLEST_GROUP;
  return {
    month,
    ward: ward === '' ? null : ward,
    kind,
    asked: shown(asked),
    answered: shown(answered),
    worried: isLarge ? shown(worried) : null,
    ended: shown(times.length),
    minutesToEnd: times.length < SMALLEST_GROUP ? null : Math.round(medianOf(times)),
  };
}

/**
 * Returns how many people of each ward answered in the months that are over: of one under way, each further answer could
 * be read off the counts before and after it.
 */
export async function readRates(db: Db, { timeZone }: Pick<Config, 'timeZone'>): Promise<DailyRate[]> {
  const counts = await listCounts(db, hospitalToday(timeZone).slice(0, 7));
  const ended = counts.length === 0 ? [] : await listEnded(db);
  return counts.map((count) =>
    rateOf(
      count,
      ended.filter(
        ({ kind, ward, date }) =>
          kind === count.kind && (ward ?? '') === count.ward && date.slice(0, 7) === count.month,
      ),
    ),
  );
}
