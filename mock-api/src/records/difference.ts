/** Writes the difference between what people read and what they should read, with its changes, in one transaction. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { areaOfKind, audienceOfKind, type RecordArea, VIEWS } from '../access/permissions.ts';
import { now } from '../common/clock.ts';
import type { EventBody, EventDocument, ObservationDocument, ResultBody, Text } from '../common/documents.ts';
import { EVENT_TYPE, type EventType, RECORD_EVENT } from '../contract.ts';
import type { Trx } from '../db/schema.ts';
import type { Audience } from '../db/tables/delivery-tables.ts';
import { type View, viewsSince } from '../repositories/audit.ts';
import { moveTicks } from '../repositories/care/navigator.ts';
import { eventChange, type NewChange, recordChanges, stayChange } from '../repositories/changes.ts';
import {
  deleteRows,
  insertRows,
  listRows,
  type RecordOf,
  type RecordRow,
  type RecordTable,
  type StoredRow,
  updateRow,
} from '../repositories/records/resources.ts';
import { sha256 } from '../security/secrets.ts';
import { addContent, recordResync } from '../timeline/timeline.ts';
import type { MappedRow } from './map/context.ts';
import type { ProjectedRow } from './project.ts';
import { filled, PHRASES } from './words/phrases.ts';

/** With more changed rows than this, apps reload everything once. */
const MOST_SINGLE_CHANGES = 20;

/** Returns when something happened that people are to be notified of, if it is after the record was linked. */
function happenedAt(row: MappedRow): string | null {
  switch (row.table) {
    case 'results':
      return row.resultsAt;
    case 'care_plans':
    case 'events':
      return row.createdAt;
    default:
      return row.at;
  }
}

/** What people are notified of. */
export interface Announcement {
  /** What happened before is no news. */
  linkedAt: string;
  /** Whether it is the first reading of a record: nothing in it is news, and apps reload everything once. */
  isFirst?: boolean;
  /** Whether people are notified of nothing, not even of mistakes; apps reload. */
  isSilent?: boolean;
}

interface Write extends Announcement {
  of: RecordOf;
  at: string;
}

const isNews = (row: MappedRow, { linkedAt, isFirst = false }: Write): boolean =>
  !isFirst && (happenedAt(row) ?? '') >= linkedAt;

const columnsOf = ({ id, hash, isWithheld }: ProjectedRow, { of, at }: Write) => ({
  id,
  user_id: of.userId,
  source: of.source,
  hash,
  withheld: isWithheld ? 1 : 0,
  arrived_at: at,
});

type RowOf<Table extends RecordTable> = Extract<MappedRow, { table: Table }>;

function eventColumns(id: string, row: RowOf<'events'>, write: Write) {
  const isNew = isNews(row, write);
  const body: EventBody = {
    name: row.name,
    content: row.content,
    content2: row.content2?.en ? row.content2 : null,
    ...(row.preparation && { preparation: row.preparation }),
    acceptance: null,
  };
  return {
    profile_id: OWN_PROFILE,
    type: row.type,
    status: isNew ? ('NOT_VIEWED' as const) : ('COMPLETED' as const),
    link_id: id,
    previous_stay: isNew ? 0 : 1,
    viewed: isNew ? 0 : 1,
    is_read: isNew ? 0 : 1,
    is_dismissed: isNew ? 0 : 1,
    accepted_at: null,
    document: JSON.stringify(body),
    // What is still to come sorts by its arrival, or all later events would have to sort after it.
    created_at: row.createdAt > write.at ? write.at : row.createdAt,
    updated_at: write.at,
    deleted_at: null,
  };
}

const resultColumns = (row: RowOf<'results'>) => ({
  profile_id: OWN_PROFILE,
  type: row.type,
  performed_at: row.performedAt,
  results_at: row.resultsAt,
  document: JSON.stringify(row.body),
});

const planColumns = (row: RowOf<'care_plans'>) => ({
  profile_id: OWN_PROFILE,
  created_at: row.createdAt,
  document: JSON.stringify(row.body),
});

const itemColumns = (row: RowOf<'record_items'>) => ({
  kind: row.kind,
  code: row.code,
  at: row.at,
  until: row.until,
  document: JSON.stringify(row.body),
});

function rowOf(projected: ProjectedRow, write: Write): RecordRow {
  const { id, row } = projected;
  const columns = columnsOf(projected, write);
  switch (row.table) {
    case 'results':
      return { table: row.table, values: { ...columns, ...resultColumns(row) } };
    case 'care_plans':
      return { table: row.table, values: { ...columns, ...planColumns(row) } };
    case 'events':
      return { table: row.table, values: { ...columns, ...eventColumns(id, row, write) } };
    default:
      return { table: row.table, values: { ...columns, ...itemColumns(row) } };
  }
}

const resultOf = ({ document }: StoredRow): ResultBody | null =>
  document === null ? null : (JSON.parse(document) as ResultBody);

/**
 * Returns whether a result says something else than before: another conclusion, or another or no value where there was
 * one. Additions, and what becomes final, correct nothing.
 */
function corrects(next: ResultBody, before: ResultBody): boolean {
  if (before.conclusion !== null && !isSameText(next.conclusion, before.conclusion)) return true;
  const media = new Set(next.media.map(({ id }) => id));
  if (before.media.some(({ id }) => !media.has(id))) return true;
  const said = new Map(next.observations.map((observation) => [observation.id, observation]));
  return before.observations.some((observation) => {
    if (isUnsaid(observation)) return false;
    const value = said.get(observation.id);
    return value === undefined || !isSaidAs(value, observation);
  });
}

const isUnsaid = (value: ObservationDocument): boolean =>
  value.valueQuantity === null && wordsOf(value) === '' && !value.mark;

/** Returns all that a value says in words, except what the hospital marks it as. */
const wordsOf = ({ valueString, marks = [], status = null }: ObservationDocument): string =>
  [valueString, ...marks, status].flatMap((text) => text?.en ?? []).join(' · ');

/** Returns whether a text says the same in the languages that hospitals write, whatever others it has by now. */
const isSameText = (text: Text | null | undefined, before: Text): boolean =>
  text?.en === before.en && text.fr === before.fr;

/** Returns whether the hospital marks a value as before, whatever languages its words have by now. */
function isMarkedAs({ mark }: ObservationDocument, { mark: before }: ObservationDocument): boolean {
  if (!mark || !before) return !mark === !before;
  return mark.kind === before.kind && mark.isCritical === before.isCritical && isSameText(mark.text, before.text);
}

/** Returns whether a value and what the hospital marks it as are what they were. */
function isSaidAs(value: ObservationDocument, before: ObservationDocument): boolean {
  const [words, wordsBefore] = [wordsOf(value), wordsOf(before)];
  if (JSON.stringify(value.valueQuantity) !== JSON.stringify(before.valueQuantity)) return false;
  if (before.mark !== undefined) return words === wordsBefore && (before.mark === null || isMarkedAs(value, before));
  // Rows from before marks were stored have them at the end of the words; beside a number, words are only remarks.
  if (value.valueQuantity !== null || words === wordsBefore) return true;
  return Boolean(value.mark) && `${wordsBefore} · `.startsWith(words === '' ? '' : `${words} · `);
}

/**
 * Returns whether a result was only a list of values, all of which are still shown, such as in a report that came
 * later.
 */
const isRegrouped = (result: ResultBody | null, projected: ReadonlyMap<string, ProjectedRow>): boolean =>
  result !== null &&
  result.conclusion === null &&
  result.media.length === 0 &&
  result.observations.length > 0 &&
  result.observations.every(({ id }) => projected.has(id));

/** What a change is about. */
interface About {
  table: RecordTable;
  id: string;
  isWithheld: boolean;
  kind: string | null;
  type: number | null;
}

function changeOf(
  person: string,
  { table, id, isWithheld, kind, type }: About,
  what: 'created' | 'updated' | 'removed',
  at: string,
): NewChange {
  const open = (audience: Audience) => (isWithheld ? 'person' : audience);
  if (table === 'events') {
    const row = {
      id,
      user_id: person,
      profile_id: OWN_PROFILE,
      type: type ?? 0,
      updated_at: at,
      withheld: isWithheld ? 1 : 0,
    };
    return eventChange(`event.${what}`, row);
  }
  const change = { person, objectId: id, profileId: OWN_PROFILE };
  if (table === 'results') return { ...change, kind: `result.${what}`, audience: open('result') };
  if (table === 'care_plans') return { ...change, kind: 'record.updated', audience: open('care') };
  return { ...change, kind: 'record.updated', audience: open(audienceOfKind(kind)) };
}

const aboutOf = ({ id, row, isWithheld }: ProjectedRow): About => ({
  table: row.table,
  id,
  isWithheld,
  kind: row.table === 'record_items' ? row.kind : null,
  type: row.table === 'events' || row.table === 'results' ? row.type : null,
});

/** Records one change a row or, if there are many, has all apps of the patient and their supporters reload. */
async function announce(trx: Trx, userId: string, changes: readonly NewChange[], isQuiet: boolean): Promise<void> {
  if (changes.length === 0) return;
  if (changes.length <= MOST_SINGLE_CHANGES && !isQuiet) return recordChanges(trx, changes);
  await recordResync(trx, userId);
}

export interface DifferenceReport {
  added: number;
  changed: number;
  removed: number;
}

/**
 * Makes what people read equal to the projection. What someone had read and is no longer there, or is corrected, leaves
 * an event that says so, without what it said.
 */
export async function writeDifference(
  trx: Trx,
  of: RecordOf,
  projected: ReadonlyMap<string, ProjectedRow>,
  announcement: Announcement,
): Promise<DifferenceReport> {
  const { isFirst = false, isSilent = false } = announcement;
  const write: Write = { ...announcement, of, at: now() };
  const existing = await listRows(trx, of);
  const added = [...projected.values()].filter(({ id }) => !existing.has(id));
  const changed = [...projected.values()].filter(({ id, hash }) => existing.has(id) && existing.get(id)?.hash !== hash);
  const removed = [...existing.values()].filter(({ id }) => !projected.has(id));
  const corrected = changed.flatMap(({ id, row }): Removed[] => {
    const before = existing.get(id);
    const result = before && resultOf(before);
    const isCorrected = result && row.table === 'results' && corrects(row.body, result);
    return isCorrected ? [{ ...before, correctedTo: row.body.name }] : [];
  });
  // What can't be shown any more is as good as removed.
  const hidden = changed.flatMap(({ id, row }) => {
    const before = existing.get(id);
    return before && row.table === 'record_items' && row.kind === 'kept' ? [before] : [];
  });
  const withdrawn = [...removed, ...hidden].filter(
    (row) => row.kind !== 'kept' && !isRegrouped(resultOf(row), projected),
  );
  if (!isSilent) await addNotices(trx, of.userId, [...withdrawn, ...corrected]);
  await deleteRows(trx, removed);
  await insertRows(
    trx,
    added.map((row) => rowOf(row, write)),
  );
  for (const row of changed) await updateRow(trx, rowOf(row, write));
  for (const { id, row } of changed) {
    const before = existing.get(id);
    const result = before && resultOf(before);
    if (result && row.table === 'results') await moveTicks(trx, id, result.questions, row.body.questions);
  }
  const { userId } = of;
  const changes = [
    ...removed.map((row) => changeOf(userId, row, 'removed', write.at)),
    // What is from before the link is no news.
    ...added.map((item) => changeOf(userId, aboutOf(item), isNews(item.row, write) ? 'created' : 'updated', write.at)),
    ...changed.map((item) => changeOf(userId, aboutOf(item), 'updated', write.at)),
  ];
  await announce(trx, userId, changes, isFirst || isSilent);
  // The desk's board of who goes home reads care plans, also those that are removed.
  const touched = [...removed.map(({ table }) => table), ...[...added, ...changed].map(({ row }) => row.table)];
  if (touched.includes('care_plans')) await recordChanges(trx, [stayChange(userId)]);
  return { added: added.length, changed: changed.length, removed: removed.length };
}

/** A row that is removed or, with its name, corrected. */
interface Removed {
  table: 'results' | 'care_plans' | 'events' | 'record_items';
  id: string;
  arrivedAt: string;
  isWithheld: boolean;
  kind: string | null;
  type: number | null;
  /** Whether its owner has opened it; only for an event. */
  isViewed: boolean;
  correctedTo?: Text;
}

/** Names in the audit log under which a row is read: alone, or in a list. */
const objectsOf = ({ table, kind }: Removed): readonly string[] => {
  if (table === 'results') return ['results'];
  if (table === 'care_plans') return ['care-plans'];
  return table === 'events' ? ['events'] : VIEWS[areaOfKind(kind)];
};

/** Returns whether anyone has read this content: the patient, or a supporter. */
function wasRead(row: Removed, views: readonly View[]): boolean {
  const objects = objectsOf(row);
  const isOf = ({ object, objectId, at }: View) =>
    objects.includes(object) && at >= row.arrivedAt && (objectId === null || objectId === row.id);
  return row.isViewed || views.some(isOf);
}

const EVENT_TYPES: Readonly<Record<RecordArea, EventType>> = {
  results: EVENT_TYPE.RESULT,
  care: EVENT_TYPE.CARE_PLAN,
  record: RECORD_EVENT,
  status: EVENT_TYPE.HOSPITAL,
};

function areaOf({ table, kind }: Removed): RecordArea {
  if (table === 'results') return 'results';
  if (table === 'care_plans') return 'care';
  return table === 'events' ? 'status' : areaOfKind(kind);
}

const noticeOf = (rows: readonly Removed[], area: RecordArea, isWithheld: boolean): EventDocument => ({
  key: `withdrawn/${sha256(rows.map(({ id, arrivedAt }) => `${id}${arrivedAt}`).join()).slice(0, 32)}`,
  profileId: OWN_PROFILE,
  type: EVENT_TYPES[area],
  status: 'NOT_VIEWED',
  name: PHRASES.withdrawnTitle,
  content: filled('withdrawn', { count: rows.length }),
  linkId: null,
  isWithheld,
});

const correctionOf = ({ id, arrivedAt, isWithheld }: Removed, name: Text): EventDocument => ({
  key: `corrected/${id}/${arrivedAt}`,
  profileId: OWN_PROFILE,
  type: EVENT_TYPE.RESULT,
  status: 'NOT_VIEWED',
  name: filled('correctedTitle', { name }),
  content: PHRASES.correctedText,
  linkId: id,
  isWithheld,
});

/**
 * Tells people that something that they had read was a mistake, or is corrected: one event for all removed rows of a
 * permission, one a correction. It has the permission of what it is about, and nothing of what that said.
 */
async function addNotices(trx: Trx, userId: string, rows: readonly Removed[]): Promise<void> {
  if (rows.length === 0) return;
  const since = rows.map(({ arrivedAt }) => arrivedAt).sort()[0] ?? '';
  const views = await viewsSince(trx, userId, since);
  const read = rows.filter((row) => wasRead(row, views));
  const groups = new Map<string, Removed[]>();
  for (const row of read.filter(({ correctedTo }) => !correctedTo)) {
    const group = `${areaOf(row)}/${row.isWithheld}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const removed = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [noticeOf(group, areaOf(first), first.isWithheld)] : [];
  });
  const corrected = read.flatMap((row) => (row.correctedTo ? [correctionOf(row, row.correctedTo)] : []));
  if (removed.length + corrected.length > 0) await addContent(trx, userId, { events: [...removed, ...corrected] });
}
