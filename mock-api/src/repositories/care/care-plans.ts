/** Reads a user's care plans. Running plans for the same condition are one plan, which says where each line is from. */
import type { Selectable } from 'kysely';
import { OWN_PROFILE } from 'shared-ui/contract';
import { now } from '../../common/clock.ts';
import { type CarePlanBody, type Localized, localized } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import { languageIn, languagesOf } from '../../common/text/language.ts';
import type { CarePlan } from '../../contract.ts';
import type { CarePlansTable, Db } from '../../db/schema.ts';
import { inOrder } from './content.ts';
import { type Scope, withheldIn } from './records.ts';

interface StoredPlan {
  row: Selectable<CarePlansTable>;
  body: CarePlanBody;
}

/** Returns whether a plan is finished: the hospital says so, or its last day has passed. */
export const isOver = ({ isCompleted, until }: CarePlanBody): boolean =>
  isCompleted === true || (until !== undefined && until < now().slice(0, until.length));

/** Returns the user's care plans, newest first. */
async function plansOf(db: Db, userId: string, scope: Scope = 'all'): Promise<StoredPlan[]> {
  const rows = await db
    .selectFrom('care_plans')
    .selectAll()
    .where('user_id', '=', userId)
    .where('withheld', 'in', withheldIn(scope))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ row, body: JSON.parse(row.document) as CarePlanBody }));
}

/**
 * Groups running plans that share a condition, in the order of the first plan of each group. A finished plan stays alone:
 * its advice may no longer hold.
 */
function byCondition(plans: readonly StoredPlan[]): StoredPlan[][] {
  let groups: { conditions: Set<string>; plans: Set<StoredPlan> }[] = [];
  for (const plan of plans) {
    const { row, body } = plan;
    const conditions = isOver(body) ? [] : (body.conditions ?? []).map((condition) => `${row.profile_id} ${condition}`);
    const same = groups.filter((group) => conditions.some((condition) => group.conditions.has(condition)));
    const [first = { conditions: new Set<string>(), plans: new Set<StoredPlan>() }, ...others] = same;
    if (same.length === 0) groups.push(first);
    for (const condition of conditions) first.conditions.add(condition);
    first.plans.add(plan);
    for (const other of others) {
      for (const condition of other.conditions) first.conditions.add(condition);
      for (const joined of other.plans) first.plans.add(joined);
    }
    groups = groups.filter((group) => !others.includes(group));
  }
  return groups.map((group) => plans.filter((plan) => group.plans.has(plan)));
}

function headOf({ row, body: { title, doctor, duration, carePlans } }: StoredPlan, locale: Locale) {
  const language = languageIn({ title, duration, carePlans });
  const texts = { title, doctor, duration };
  return { id: row.id, ...localized(texts, locale), ...languagesOf({ title }, language, locale) };
}

function linesOf({ body: { title, duration, carePlans } }: StoredPlan, locale: Locale) {
  const language = languageIn({ title, duration, carePlans });
  return carePlans.map(({ title: name, comments, kind }) => {
    const line = { title: name, comments };
    return { ...localized(line, locale), ...(kind && { kind }), ...languagesOf(line, language, locale) };
  });
}

/** Returns one plan from several for the same condition, with the name of the newest one. */
function toCarePlan(plans: readonly [StoredPlan, ...StoredPlan[]], locale: Locale): CarePlan {
  const [newest] = plans;
  const { id, ...head } = headOf(newest, locale);
  const isOne = plans.length === 1;
  const carePlans = plans.flatMap((plan, source) =>
    linesOf(plan, locale).map((line) => (isOne ? line : { ...line, source })),
  );
  const sources = isOne ? {} : { sources: plans.map((plan) => headOf(plan, locale)) };
  return { id, profileId: newest.row.profile_id, data: { ...head, carePlans, ...sources } };
}

const isFilled = (plans: StoredPlan[]): plans is [StoredPlan, ...StoredPlan[]] => plans.length > 0;

/** Returns one plan for each condition, the newest first; plans without a condition, and finished ones, by themselves. */
export const toCarePlans = (stored: readonly StoredPlan[], locale: Locale): CarePlan[] =>
  byCondition(stored)
    .filter(isFilled)
    .map((plans) => toCarePlan(plans, locale));

/** Returns a user's care plans, newest first. */
export const listCarePlans = async (db: Db, userId: string, locale: Locale, scope?: Scope): Promise<CarePlan[]> =>
  toCarePlans(await plansOf(db, userId, scope), locale);

const isMadeOf = ({ data: { sources = [] } }: CarePlan, id: string) => sources.some((source) => source.id === id);

/** Returns the plan that a stored one is part of, and when the stored one was made. */
export async function findCarePlan(
  db: Db,
  userId: string,
  id: string,
  { scope, locale }: { scope: Scope; locale: Locale },
): Promise<{ plan: CarePlan; createdAt: string } | undefined> {
  const stored = await plansOf(db, userId, scope);
  const found = stored.find(({ row }) => row.id === id);
  const plan = toCarePlans(stored, locale).find((one) => one.id === id || isMadeOf(one, id));
  return found && plan && { plan, createdAt: found.row.created_at };
}

/** A care plan's whole content: `raw` in both languages. */
export interface StoredCarePlan {
  id: string;
  createdAt: string;
  raw: CarePlanBody;
  body: Localized<CarePlanBody>;
}

/** Returns the whole content of each stored care plan of one of a user's profiles, newest first. */
export async function listStoredCarePlans(
  db: Db,
  { userId, profileId }: { userId: string; profileId: number },
  locale: Locale,
  scope: Scope,
): Promise<StoredCarePlan[]> {
  const plans = (await plansOf(db, userId, scope)).filter(({ row }) => row.profile_id === profileId);
  return plans.map(({ row, body }) => ({
    id: row.id,
    createdAt: row.created_at,
    raw: body,
    body: localized(body, locale),
  }));
}

/** Returns a user's care plans with these keys, in the order of the keys. */
export async function carePlansByKey(db: Db, userId: string, keys: string[], locale: Locale): Promise<CarePlan[]> {
  return inOrder(userId, keys, keys.length === 0 ? [] : await listCarePlans(db, userId, locale));
}

/** Returns whose plan for the time after the stay begins since a time: id of the patient -> its beginning. */
export async function dischargePlansSince(db: Db, since: string, userId?: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('care_plans')
    .select(['user_id', 'created_at', 'document'])
    .where('created_at', '>=', since)
    .where('profile_id', '=', OWN_PROFILE)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', String(userId)))
    .orderBy('created_at')
    .execute();
  const running = rows.filter(({ document }) => {
    const body = JSON.parse(document) as CarePlanBody;
    return body.isForDischarge === true && !isOver(body);
  });
  return new Map(running.map((row) => [row.user_id, row.created_at]));
}
