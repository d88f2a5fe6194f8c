/**
 * Tells people that something that they had read was a mistake, or is corrected: an event with the same permission as
 * what it is about, and nothing of what that said.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { areaOfKind, type RecordArea, VIEWS } from '../access/permissions.ts';
import type { EventDocument, Text } from '../common/documents.ts';
import { EVENT_TYPE, type EventType, RECORD_EVENT } from '../contract.ts';
import type { Trx } from '../db/schema.ts';
import { type View, viewsSince } from '../repositories/audit.ts';
import { sha256 } from '../security/secrets.ts';
import { addContent } from '../timeline/timeline.ts';
import { filled, PHRASES } from './words/phrases.ts';

/** A row that is removed or, with its name, corrected. */
export interface Removed {
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
  content: rows.length === 1 ? PHRASES.withdrawnOne : filled(PHRASES.withdrawnMany, { count: rows.length }),
  linkId: null,
  isWithheld,
});

const correctionOf = ({ id, arrivedAt, isWithheld }: Removed, name: Text): EventDocument => ({
  key: `corrected/${id}/${arrivedAt}`,
  profileId: OWN_PROFILE,
  type: EVENT_TYPE.RESULT,
  status: 'NOT_VIEWED',
  name: filled(PHRASES.correctedTitle, { name }),
  content: PHRASES.correctedText,
  linkId: id,
  isWithheld,
});

/** Adds an event for what of these rows had been read: one for all removed rows of a permission, one a correction. */
export async function addNotices(trx: Trx, userId: string, rows: readonly Removed[]): Promise<void> {
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
