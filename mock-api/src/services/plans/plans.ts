/** The plan of the day: staff write it, the patient says it back, and supporters who may see care plans read it. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { localTime } from 'shared-ui/contract/zone';
import { type OpenRecord, openRecord } from '../../access/record-access.ts';
import { DAY } from '../../common/clock.ts';
import { type Locale, type Text, textIn, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { textOf } from '../../common/text/known-texts.ts';
import { languageField, languageIn, languagesOf } from '../../common/text/language.ts';
import type { DayPlan, DayPlanChange, DayPlans, DeskDayPlans, NewDayPlan } from '../../contract.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import {
  listDayPlans,
  type PlanDocument,
  putDayPlan,
  readBackDayPlan,
  type StoredDayPlan,
} from '../../repositories/care/plans.ts';
import { type NewChange, recordChanges, stayChange } from '../../repositories/changes.ts';
import { findPatient } from '../../repositories/desk/patients.ts';
import { appointmentsToCome, itemsOf, type Reading } from '../care/records.ts';
import type { StaffLog } from '../desk/log.ts';
import { patientOf } from '../desk/patients.ts';
import { templateTexts } from '../desk/templates.ts';
import { readQuestions, readQuestionsAtDesk } from './rounds.ts';

/** How long a plan stays readable, in days. */
const DAYS_BACK = 7;
/** How far ahead staff may plan, in days. */
const DAYS_AHEAD = 7;

type Zone = Reading['config']['timeZone'];

/** Returns the day it is where the hospital is, this many days from now, as YYYY-MM-DD. */
export const dayIn = (zone: Zone, days: number) => localTime(Date.now() + days * DAY, zone).slice(0, 10);

/** Returns the day it is where the hospital is, as YYYY-MM-DD. */
export const hospitalToday = (zone: Zone): string => dayIn(zone, 0);

/** The plan's readers, and the patient. */
const planChange = (patientId: string, date: string): NewChange => ({
  person: patientId,
  kind: 'plan.updated',
  objectId: date,
  profileId: OWN_PROFILE,
  audience: 'care',
});

/** Returns a plan for a reader: what is from templates in their language, staff's own words marked with theirs. */
export function planIn({ texts = [], ...plan }: StoredDayPlan, locale: Locale): DayPlan {
  const inEach = <Item extends { text: string }>(item: Item) => ({ ...item, text: textOf(item.text, texts) });
  const [steps, people] = [plan.steps.map(inEach), plan.people.map(inEach)];
  const whole = { goal: textOf(plan.goal, texts), wouldChange: textOf(plan.wouldChange ?? '', texts) };
  const language = languageIn([whole, steps, people]);
  const read = <Item extends { text: Text }>({ text, ...item }: Item) => ({
    ...item,
    text: textIn(text, locale),
    ...languageField(text, locale, language),
  });
  return {
    ...plan,
    goal: textIn(whole.goal, locale),
    steps: steps.map(read),
    people: people.map(read),
    ...languagesOf(whole, language, locale),
  };
}

/**
 * Returns the plans of a profile that the user may see. How a patient says them is for the patient and staff.
 * @throws ProblemError NOT_FOUND or NOT_SHARED
 */
export async function readDayPlans(reading: Reading): Promise<DayPlans> {
  const { db, config, user, profileId, locale } = reading;
  const { ownerId } = await openRecord(db, user, profileId, { areas: ['care'], object: 'day-plan' });
  const zone = config.timeZone;
  const plans = ownerId === null ? [] : await listDayPlans(db, ownerId, dayIn(zone, -DAYS_BACK));
  const marked = plans.map((plan) => planIn(plan, locale));
  const shown = ownerId === user.id ? marked : marked.map((plan) => ({ ...plan, readBack: null }));
  const questions = ownerId === null ? [] : await readQuestions(reading, ownerId);
  return { today: hospitalToday(zone), plans: shown, questions };
}

/**
 * Stores how the patient says what is planned for a day.
 * @throws ProblemError NOT_FOUND without a plan for it
 */
export async function readBack({ db, user }: Pick<Reading, 'db' | 'user'>, date: string, text: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await readBackDayPlan(trx, user.id, date, text.trim()))) throw new ProblemError('NOT_FOUND');
    await audit(trx, { action: 'RECORD_VIEWED', actor: user.id, subject: user.id, object: 'day-plan' });
    await recordChanges(trx, [planChange(user.id, date), { ...planChange(user.id, date), audience: 'staff' }]);
  });
}

/** Returns what the record knows about today: appointments as steps, and who looks after the patient. */
async function suggest(reading: Reading, patient: UserRow): Promise<DeskDayPlans['suggested']> {
  const own = { ...reading, user: patient, profileId: OWN_PROFILE };
  const record: OpenRecord = { ownerId: patient.id, scope: 'all', areas: new Set(['status', 'care']) };
  const zone = reading.config.timeZone;
  const local = (at: string) => localTime(Date.parse(at), zone);
  const today = hospitalToday(zone);
  const steps = (await appointmentsToCome(own, record)).flatMap(({ body: { name, start, place } }) => {
    if (start === null || local(start).slice(0, 10) !== today) return [];
    return { text: [name, place].filter(Boolean).join(', ').slice(0, 200), at: local(start).slice(11) };
  });
  const team = await itemsOf(own, record, 'care-team');
  const people = team.flatMap(({ body: { isAttending, name, role } }) =>
    isAttending && name !== null ? { text: [name, role].filter(Boolean).join(', ').slice(0, 120) } : [],
  );
  return { steps: steps.slice(0, 20), people: people.slice(0, 10) };
}

/** @throws ProblemError NOT_FOUND */
export async function readDeskPlans(
  reading: Omit<Reading, 'profileId'>,
  log: StaffLog,
  patientId: string,
): Promise<DeskDayPlans> {
  const { db, config, locale } = reading;
  const patient = await findPatient(db, patientId);
  if (!patient) throw new ProblemError('NOT_FOUND');
  await log(db, { action: 'STAFF_VIEWED', object: 'day-plan', subjects: [patientId], objectId: patientId });
  return {
    today: hospitalToday(config.timeZone),
    plans: (await listDayPlans(db, patientId, dayIn(config.timeZone, -DAYS_BACK))).map((plan) => planIn(plan, locale)),
    questions: await readQuestionsAtDesk(db, reading, patientId),
    suggested: await suggest({ ...reading, profileId: OWN_PROFILE }, patient),
  };
}

/** Without surrounding space, and with the steps in the order of the day; those without a time come last. */
function tidied({ goal, steps, people, wouldChange, homeExpected }: NewDayPlan): NewDayPlan {
  const ordered = (list: NewDayPlan['steps']) =>
    list
      .map(({ text, at }) => ({ text: text.trim(), ...(at === undefined ? {} : { at }) }))
      .toSorted((one, other) => (one.at ?? '24').localeCompare(other.at ?? '24'));
  return {
    goal: goal.trim(),
    steps: ordered(steps),
    people: ordered(people),
    ...(wouldChange?.trim() ? { wouldChange: wouldChange.trim() } : {}),
    ...(homeExpected === undefined ? {} : { homeExpected }),
  };
}

/** Returns what is stored of a plan: what it says of known texts in English, and these in every language. */
function withTexts(plan: NewDayPlan, known: readonly Text[]): PlanDocument {
  const used = new Set<Text>();
  const english = (words: string) => {
    const text = textOf(words, known);
    if (known.includes(text)) used.add(text);
    return text.en;
  };
  const goal = english(plan.goal);
  const steps = plan.steps.map((step) => ({ ...step, text: english(step.text) }));
  return { ...plan, goal, steps, ...(used.size > 0 && { texts: [...used] }) };
}

/**
 * Sets the plan of a day, from today to a week ahead. A plan of the past stays as the patient has read it.
 * @throws ProblemError NOT_FOUND, VALIDATION for another day, or PLAN_CHANGED if it is based on another plan than the stored one
 */
export async function setDayPlan(
  { db, config, user, locale }: Omit<Reading, 'profileId'>,
  log: StaffLog,
  { patientId, date }: { patientId: string; date: string },
  { basedOn, templates = [], ...plan }: DayPlanChange,
): Promise<DayPlan> {
  const zone = config.timeZone;
  if (date < hospitalToday(zone) || date > dayIn(zone, DAYS_AHEAD))
    throw new ProblemError('VALIDATION', { fields: { date: translate(locale, 'field.plan.date') } });
  return db.transaction().execute(async (trx) => {
    await patientOf(trx, patientId);
    // A plan that is taken along or saved again still has texts of templates, which staff have read in their language.
    const before = await listDayPlans(trx, patientId, dayIn(zone, -DAYS_BACK));
    const known = [...(await templateTexts(trx, templates)), ...before.flatMap(({ texts = [] }) => texts)];
    const document = withTexts(tidied(plan), known);
    if (!(await putDayPlan(trx, { userId: patientId, date, by: user.id, basedOn }, document)))
      throw new ProblemError('PLAN_CHANGED');
    await recordChanges(trx, [planChange(patientId, date), stayChange(patientId)]);
    await log(trx, { action: 'STAFF_CHANGED', object: 'day-plan-set', subjects: [patientId], objectId: patientId });
    const stored = (await listDayPlans(trx, patientId, date)).find((other) => other.date === date);
    if (!stored) throw new ProblemError('NOT_FOUND');
    return planIn(stored, locale);
  });
}
