/**
 * The demo story: its script is data, its position belongs to the user, and a step played twice adds nothing. The
 * demo's hospital reports its blood test, which arrives through the FHIR server, like all that a real one reports.
 * Without one, or for a patient without a record there, the story brings the result itself.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { SECOND } from '../../common/clock.ts';
import type { StoryStepDocument } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { DemoHospital } from '../../config/config.ts';
import { EVENT_TYPE, type Story, type StorySeries, type StoryStepPlayed } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { REPORTED_RESULT } from '../../demo/reported.ts';
import { rowId } from '../../records/project.ts';
import { lockUser, type UserRow } from '../../repositories/accounts/users.ts';
import { carePlansByKey } from '../../repositories/care/care-plans.ts';
import { findResult, listNotifications, resultsByKey } from '../../repositories/care/content.ts';
import { eventsByKey } from '../../repositories/care/events.ts';
import { findProfile } from '../../repositories/care/profiles.ts';
import { findStep, listSteps, setStoryPosition, storyPositions } from '../../repositories/demo.ts';
import { findLink, SERVER } from '../../repositories/records/links.ts';
import { deleteRows, hasRow, removeResources } from '../../repositories/records/resources.ts';
import { addContent } from '../../timeline/timeline.ts';

const POLL_INTERVAL = 50;

const Reported = Type.Object({ report: Type.String(), keys: Type.Array(Type.String()) });

async function call({ url, seconds }: DemoHospital, method: 'POST' | 'DELETE', { wristband_code: wristband }: UserRow) {
  if (!wristband) return undefined;
  try {
    const response = await fetch(`${url}?${new URLSearchParams({ wristband })}`, {
      method,
      signal: AbortSignal.timeout(seconds * SECOND),
    });
    const answer: unknown = await response.json();
    return response.ok && Check(Reported, answer) ? answer : undefined;
  } catch {
    // The demo goes on without its hospital.
    return undefined;
  }
}

async function hasArrived(db: Db, id: string, { seconds }: DemoHospital): Promise<boolean> {
  for (let waited = 0; waited < seconds * SECOND; waited += POLL_INTERVAL) {
    if (await hasRow(db, 'results', id)) return true;
    await wait(POLL_INTERVAL);
  }
  return false;
}

/**
 * Has the laboratory report the blood test. Returns the id of the result once it has arrived; undefined without one.
 */
async function reportBloodTest(db: Db, user: UserRow, hospital: DemoHospital): Promise<string | undefined> {
  if ((await findLink(db, user.id))?.state !== 'linked') return undefined;
  const reported = await call(hospital, 'POST', user);
  if (!reported) return undefined;
  const id = rowId({ userId: user.id, source: SERVER }, reported.report, 'results');
  if (await hasArrived(db, id, hospital)) return id;
  await call(hospital, 'DELETE', user);
  return undefined;
}

/**
 * Has the laboratory take the blood test back, for a story that begins again. Returns how to remove what has arrived of
 * it, without a notice: the patient has asked for the restart.
 */
export async function takeBackBloodTest(
  user: UserRow,
  hospital: DemoHospital | undefined,
): Promise<(trx: Trx) => Promise<void>> {
  const reported = hospital && (await call(hospital, 'DELETE', user));
  const keys = reported?.keys ?? [];
  return async (trx) => {
    if (keys.length === 0) return;
    const of = { userId: user.id, source: SERVER };
    await removeResources(trx, of, keys);
    const tables = ['results', 'record_items'] as const;
    await deleteRows(
      trx,
      tables.flatMap((table) => keys.map((key) => ({ table, id: rowId(of, key, table) }))),
    );
  };
}

const SERIES = ['patient', 'supporter'] as const;
/** Profile whose timeline a series fills. */
const PROFILE_OF: Record<StorySeries, number> = { patient: 1, supporter: 2 };

/**
 * Returns the series that this user can play: the supporter's only once its profile exists
 * (docs/product-rules.md#story). Real patients and invited supporters have none.
 */
export async function readStory(db: Db, user: UserRow): Promise<Story> {
  if (user.has_demo === 0) return { series: [], isStoryDone: true };
  const steps = await listSteps(db);
  const positions = await storyPositions(db, user.id);
  const second = await findProfile(db, user, PROFILE_OF.supporter, 'en');
  const series = SERIES.filter((id) => id === 'patient' || second !== undefined).map((id) => ({
    id,
    profileId: PROFILE_OF[id],
    steps: steps.filter((step) => step.series === id).map(({ step, delayMs }) => ({ index: step, delayMs })),
    position: positions[id],
  }));
  return {
    series: series.filter(({ steps: { length } }) => length > 0),
    isStoryDone: positions.patient >= steps.filter((step) => step.series === 'patient').length,
  };
}

interface StepPlace {
  series: StorySeries;
  index: number;
}

/** Has the hospital report the result of a step that is next. Returns the result's id; undefined without one. */
async function reportedResult(
  db: Db,
  user: UserRow,
  { series, index }: StepPlace,
  hospital: DemoHospital | undefined,
): Promise<string | undefined> {
  if (hospital === undefined || user.has_demo === 0) return undefined;
  const step = await findStep(db, series, index);
  const isNext = (await storyPositions(db, user.id))[series] === index;
  if (!isNext || !step?.results?.some(({ key }) => key === REPORTED_RESULT)) return undefined;
  return reportBloodTest(db, user, hospital);
}

/** Returns a step whose events lead to a result that the hospital has reported, instead of the story's own. */
function withReported(step: StoryStepDocument, resultId: string): StoryStepDocument {
  return {
    ...step,
    events: step.events.map((event) => (event.link === REPORTED_RESULT ? { ...event, linkId: resultId } : event)),
    results: (step.results ?? []).filter(({ key }) => key !== REPORTED_RESULT),
  };
}

async function answer(
  db: Db,
  user: UserRow,
  step: StoryStepDocument,
  locale: Locale,
): Promise<Pick<StoryStepPlayed, 'events' | 'results' | 'carePlans' | 'notifications'>> {
  const keys = (documents: { key: string }[] | undefined) => (documents ?? []).map(({ key }) => key);
  const events = await eventsByKey(db, user.id, keys(step.events), locale);
  const own = await resultsByKey(db, user.id, keys(step.results), locale);
  const links = events.filter(({ type }) => type === EVENT_TYPE.RESULT).flatMap(({ linkId }) => linkId ?? []);
  const others = links.filter((id) => own.every((result) => result.id !== id));
  const reported = await Promise.all(others.map((id) => findResult(db, user.id, id, locale)));
  return {
    events,
    results: [...own, ...reported.filter((result) => result !== undefined)],
    carePlans: await carePlansByKey(db, user.id, keys(step.carePlans), locale),
    notifications: await listNotifications(db, user.id, locale),
  };
}

/**
 * @throws ProblemError NOT_FOUND (no such step, or its profile does not exist), STORY_ORDER (an earlier step has not been
 * played yet)
 */
export async function playStep(
  db: Db,
  user: UserRow,
  { series, index }: StepPlace,
  { locale, hospital }: { locale: Locale; hospital: DemoHospital | undefined },
): Promise<StoryStepPlayed> {
  const reportedId = await reportedResult(db, user, { series, index }, hospital);
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    const step = await findStep(trx, series, index);
    const profile = await findProfile(trx, user, PROFILE_OF[series], locale);
    if (!step || !profile || user.has_demo === 0) throw new ProblemError('NOT_FOUND');
    const position = (await storyPositions(trx, user.id))[series];
    if (index > position) throw new ProblemError('STORY_ORDER', { params: { next: position } });
    if (index === position) {
      await addContent(trx, user.id, reportedId === undefined ? step : withReported(step, reportedId));
      await setStoryPosition(trx, user.id, series, position + 1);
    }
    const { isStoryDone } = await readStory(trx, user);
    return {
      position: Math.max(position, index + 1),
      isStoryDone,
      ...(await answer(trx, user, step, locale)),
    };
  });
}
