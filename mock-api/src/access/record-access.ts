/**
 * What users read: their own data and, of patients who share theirs, exactly what these currently allow. Reading
 * records is written to the audit log of their owner.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import type { Locale } from '../common/i18n.ts';
import { ProblemError } from '../common/problems.ts';
import type { CareEvent, CarePlan, Observation, Result, SupporterPermissions } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { findUser, type UserRow } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { findCarePlan, listCarePlans } from '../repositories/care/care-plans.ts';
import { findResult, listResults } from '../repositories/care/content.ts';
import { type EventRow, findEvent, listEvents, toCareEvent } from '../repositories/care/events.ts';
import { isOwnProfile } from '../repositories/care/profiles.ts';
import { hasItem, listSeriesCodes, type Scope } from '../repositories/care/records.ts';
import { earlierSharesWith, sharesWith } from '../repositories/sharing/supporters.ts';
import { areaOfKind, OPENS, opensEvent, type RecordArea, seesCarePlans, seesResults } from './permissions.ts';
import { findSharedEvent, listSharedEvents } from './shared-events.ts';

interface OfProfile {
  profileId: number;
}

/** Returns what others share, by owner, with the profile's number in the reader's account. */
async function shared<Item extends OfProfile>(
  db: Db,
  userId: string,
  load: (ownerId: string, scope: Scope) => Promise<Item[]>,
  isOpen: (permissions: SupporterPermissions) => boolean,
): Promise<{ ownerId: string; items: Item[] }[]> {
  const open = (await sharesWith(db, userId)).filter(({ permissions }) => isOpen(permissions));
  return Promise.all(
    open.map(async ({ profileId, ownerId }) => {
      const items = (await load(ownerId, 'shared')).filter((item) => item.profileId === OWN_PROFILE);
      return { ownerId, items: items.map((item) => ({ ...item, profileId })) };
    }),
  );
}

async function auditViews(
  db: Db,
  actor: string,
  object: string,
  owners: readonly string[],
  objectId?: string,
): Promise<void> {
  await audit(db, ...owners.map((subject) => ({ action: 'RECORD_VIEWED' as const, actor, subject, object, objectId })));
}

/** Returns the events that are not deleted, newest first: the user's own, and those that are shared with them. */
export async function readEvents(db: Db, userId: string, locale: Locale): Promise<CareEvent[]> {
  const own = await listEvents(db, userId, locale);
  const others = (await listSharedEvents(db, userId, locale)).filter(({ items }) => items.length > 0);
  if (others.length === 0) return own;
  await auditViews(
    db,
    userId,
    'events',
    others.map(({ ownerId }) => ownerId),
  );
  const shared = others.flatMap(({ items }) => items);
  return [...own, ...shared].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Returns an event that is not deleted, if the user may see it: their own, or one that is shared with them. */
export async function readEvent(db: Db, userId: string, id: string, locale: Locale): Promise<CareEvent | undefined> {
  const own = await findEvent(db, userId, id);
  if (own) return own.deleted_at === null ? toCareEvent(own, locale) : undefined;
  const shared = await findSharedEvent(db, userId, id, locale);
  if (shared) await auditViews(db, userId, 'events', [shared.ownerId], id);
  return shared?.event;
}

/**
 * Returns an event that a user may currently see: their own, even if deleted, or one that is shared with them. Does not
 * count as reading it.
 */
export async function findReadableEvent(db: Db, userId: string, id: string): Promise<CareEvent | undefined> {
  const own = await findEvent(db, userId, id);
  return own ? toCareEvent(own, 'en') : (await findSharedEvent(db, userId, id, 'en'))?.event;
}

async function readRecords<Item extends OfProfile>(
  db: Db,
  userId: string,
  {
    object,
    load,
    isOpen,
  }: {
    object: string;
    load: (ownerId: string, scope: Scope) => Promise<Item[]>;
    isOpen: (permissions: SupporterPermissions) => boolean;
  },
): Promise<Item[]> {
  const all = [{ ownerId: userId, items: await load(userId, 'all') }, ...(await shared(db, userId, load, isOpen))];
  const seen = all.filter(({ items }) => items.length > 0);
  await auditViews(
    db,
    userId,
    object,
    seen.map(({ ownerId }) => ownerId),
  );
  return seen.flatMap(({ items }) => items);
}

/** Returns a result, each value that was measured more than once with the code of its series. */
function withSeries(result: Result, codes: ReadonlyMap<string, string>): Result {
  const add = (observation: Observation) => {
    const series = codes.get(observation.id);
    return series === undefined ? observation : { ...observation, series };
  };
  return { ...result, observations: result.observations.map(add) };
}

/** Returns results, the user's own first, newest first. */
export function readResults(db: Db, userId: string, locale: Locale): Promise<Result[]> {
  const load = async (ownerId: string, scope: Scope) => {
    const results = await listResults(db, ownerId, locale, scope);
    if (results.length === 0) return [];
    const codes = await listSeriesCodes(db, ownerId, scope);
    return results.map((result) => withSeries(result, codes));
  };
  return readRecords(db, userId, { object: 'results', load, isOpen: seesResults });
}

/** Returns care plans, the user's own first, newest first. */
export function readCarePlans(db: Db, userId: string, locale: Locale): Promise<CarePlan[]> {
  const load = (ownerId: string, scope: Scope) => listCarePlans(db, ownerId, locale, scope);
  return readRecords(db, userId, { object: 'care-plans', load, isOpen: seesCarePlans });
}

interface Found<Item> extends OfProfile {
  item: Item;
  isOpen: (permissions: SupporterPermissions) => boolean;
}

/** Finds a thing in an owner's data, and the ISO time from which it could be read. */
type Find<Item> = (
  db: Db,
  ownerId: string,
  id: string,
  reader: { scope: Scope; locale: Locale },
) => Promise<(Found<Item> & { from: string }) | undefined>;

const findOwnersEvent: Find<EventRow> = async (db, ownerId, id, { scope }) => {
  const item = await findEvent(db, ownerId, id, scope);
  if (!item || item.deleted_at !== null) return undefined;
  const { type, profile_id: profileId, created_at: from } = item;
  return { item, profileId, from, isOpen: (permissions) => opensEvent(type, permissions) };
};

const findOwnersResult: Find<Result> = async (db, ownerId, id, { scope, locale }) => {
  const item = await findResult(db, ownerId, id, locale, scope);
  return item && { item, profileId: item.profileId, from: item.resultsAt, isOpen: seesResults };
};

const findOwnersPlan: Find<CarePlan> = async (db, ownerId, id, { scope, locale }) => {
  const found = await findCarePlan(db, ownerId, id, { scope, locale });
  if (!found) return undefined;
  const { plan, createdAt: from } = found;
  return { item: plan, profileId: plan.profileId, from, isOpen: seesCarePlans };
};

/**
 * Returns why a user can't read something: NOT_SHARED if they could before the patient changed the permissions. Everyone
 * else gets NOT_FOUND, as for a thing that doesn't exist.
 */
const unreadable = (find: Find<unknown>) => async (db: Db, userId: string, id: string) => {
  for (const { ownerId, firstName, earlier } of await earlierSharesWith(db, userId)) {
    const found = await find(db, ownerId, id, { scope: 'shared', locale: 'en' });
    if (found?.profileId !== OWN_PROFILE) continue;
    const wasOpen = earlier.some(({ until, permissions }) => found.from < until && found.isOpen(permissions));
    if (wasOpen) return new ProblemError('NOT_SHARED', { params: { name: firstName } });
  }
  return new ProblemError('NOT_FOUND');
};

export const unreadableEvent = unreadable(findOwnersEvent);
export const unreadableResult = unreadable(findOwnersResult);
export const unreadableCarePlan = unreadable(findOwnersPlan);

interface Readable<Item> {
  item: Item;
  ownerId: string;
  scope: Scope;
  /** In the reader's account. */
  profileId: number;
}

/** Returns a thing with its owner, if this user may see it: their own, or that of a patient who currently shares it. */
async function readOne<Item>(
  db: Db,
  userId: string,
  { object, id }: { object: string; id: string },
  find: (ownerId: string, scope: Scope) => Promise<Found<Item> | undefined>,
): Promise<Readable<Item> | undefined> {
  const own = await find(userId, 'all');
  if (own) {
    await auditViews(db, userId, object, [userId], id);
    return { ...own, ownerId: userId, scope: 'all' };
  }
  for (const { ownerId, permissions, profileId } of await sharesWith(db, userId)) {
    const found = await find(ownerId, 'shared');
    if (found?.profileId !== OWN_PROFILE || !found.isOpen(permissions)) continue;
    await auditViews(db, userId, object, [ownerId], id);
    return { item: found.item, ownerId, scope: 'shared', profileId };
  }
  return undefined;
}

/** @param object name of the list that shows it, in the audit log */
const readable =
  <Item>(object: string, find: Find<Item>) =>
  (db: Db, userId: string, id: string, locale: Locale = 'en') =>
    readOne(db, userId, { object, id }, (ownerId, scope) => find(db, ownerId, id, { scope, locale }));

const findReadableResult = readable('results', findOwnersResult);
const findReadablePlan = readable('care-plans', findOwnersPlan);

/** Returns a result, if the user may see it. */
export async function readResult(db: Db, userId: string, id: string, locale: Locale): Promise<Result | undefined> {
  const found = await findReadableResult(db, userId, id, locale);
  if (!found) return undefined;
  const { item, ownerId, profileId, scope } = found;
  const ids = item.observations.map((observation) => observation.id);
  return withSeries({ ...item, profileId }, await listSeriesCodes(db, ownerId, scope, ids));
}

/** Returns a care plan, if the user may see it. */
export async function readCarePlan(db: Db, userId: string, id: string, locale: Locale): Promise<CarePlan | undefined> {
  const found = await findReadablePlan(db, userId, id, locale);
  return found && { ...found.item, profileId: found.profileId };
}

type FindOwner = (db: Db, userId: string, id: string) => Promise<string | undefined>;

/** Returns a function that returns the owner of a thing, if the user may see it. */
const ownerOf =
  (find: (...of: Parameters<FindOwner>) => Promise<Readable<unknown> | undefined>): FindOwner =>
  async (...of) =>
    (await find(...of))?.ownerId;

export const ownerOfResult = ownerOf(findReadableResult);
export const ownerOfCarePlan = ownerOf(findReadablePlan);
export const ownerOfEvent = ownerOf(readable('events', findOwnersEvent));

/** Kinds of items that requests may be about -> the list that shows them, as the audit log names it. */
const ITEM_LISTS = { medication: 'medications', allergy: 'about', condition: 'about', immunization: 'about' } as const;

export function ownerOfItem(kind: keyof typeof ITEM_LISTS): FindOwner {
  const isOpen = OPENS[areaOfKind(kind)];
  return ownerOf((db, userId, id) =>
    readOne(db, userId, { object: ITEM_LISTS[kind], id }, async (ownerId, scope) =>
      (await hasItem(db, ownerId, kind, id, scope)) ? { item: id, profileId: OWN_PROFILE, isOpen } : undefined,
    ),
  );
}

/** A hospital's record of a patient, as a profile shows it. */
export interface OpenRecord {
  /** Whose record it is; null for a profile without one, such as a demo's second patient. */
  ownerId: string | null;
  scope: Scope;
  /** Areas that the reader may see, of those asked for. */
  areas: ReadonlySet<RecordArea>;
}

/**
 * Resolves whose record a profile shows, without an entry in the audit log: for what shows nothing of it.
 * @throws ProblemError NOT_FOUND for a profile that the user does not have, NOT_SHARED if no permission opens any of the areas
 */
export async function resolveRecord(
  db: Db,
  user: UserRow,
  profileId: number,
  areas: readonly RecordArea[],
): Promise<OpenRecord> {
  const share = (await sharesWith(db, user.id)).find((item) => item.profileId === profileId);
  if (!share) {
    if (!(await isOwnProfile(db, user.id, profileId))) throw new ProblemError('NOT_FOUND');
    return { ownerId: profileId === OWN_PROFILE ? user.id : null, scope: 'all', areas: new Set(areas) };
  }
  const open = areas.filter((area) => OPENS[area](share.permissions));
  if (open.length > 0) return { ownerId: share.ownerId, scope: 'shared', areas: new Set(open) };
  const owner = await findUser(db, share.ownerId);
  throw new ProblemError('NOT_SHARED', { params: { name: owner?.first_name ?? '' } });
}

/**
 * Opens the record of a profile, and writes that to the audit log of its owner.
 * @param object name of what is read in the audit log
 * @throws ProblemError NOT_FOUND or NOT_SHARED
 */
export async function openRecord(
  db: Db,
  user: UserRow,
  profileId: number,
  { areas, object, objectId }: { areas: readonly RecordArea[]; object: string; objectId?: string },
): Promise<OpenRecord> {
  const record = await resolveRecord(db, user, profileId, areas);
  if (record.ownerId !== null)
    await audit(db, { action: 'RECORD_VIEWED', actor: user.id, subject: record.ownerId, object, objectId });
  return record;
}
