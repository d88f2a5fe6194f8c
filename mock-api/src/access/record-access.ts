/**
 * What users read: their own data and, of patients who share theirs, exactly what these currently allow. Reading
 * records is written to the audit log of their owner.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import type { Locale } from '../common/i18n.ts';
import type { CareEvent, CarePlan, Result, SupporterPermissions } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import { findCarePlan, findResult, listCarePlans, listResults } from '../repositories/care/content.ts';
import { findEvent, listEvents, toCareEvent } from '../repositories/care/events.ts';
import { hasItem, listSeriesCodes } from '../repositories/care/records.ts';
import type { Scope } from '../repositories/care/scope.ts';
import { sharesWith } from '../repositories/sharing/supporters.ts';
import { areaOfKind, OPENS, opensEvent, seesCarePlans, seesResults } from './permissions.ts';
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
  const shares = await sharesWith(db, userId);
  return Promise.all(
    shares.map(async ({ profileId, ownerId, permissions }) => {
      const items = (await load(ownerId, 'shared')).filter(
        (item) => item.profileId === OWN_PROFILE && isOpen(permissions),
      );
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

async function readRecords<Item extends OfProfile & { id: string }>(
  db: Db,
  userId: string,
  {
    object,
    load,
    isOpen,
    id,
  }: {
    object: string;
    load: (ownerId: string, scope: Scope) => Promise<Item[]>;
    isOpen: (permissions: SupporterPermissions) => boolean;
    /** Limits the result to one record. */
    id?: string;
  },
): Promise<Item[]> {
  const all = [{ ownerId: userId, items: await load(userId, 'all') }, ...(await shared(db, userId, load, isOpen))];
  const wanted = all.map(({ ownerId, items }) => ({
    ownerId,
    items: id === undefined ? items : items.filter((item) => item.id === id),
  }));
  const seen = wanted.filter(({ items }) => items.length > 0);
  await auditViews(
    db,
    userId,
    object,
    seen.map(({ ownerId }) => ownerId),
    id,
  );
  return seen.flatMap(({ items }) => items);
}

/** Returns a user's results, newest first; a value that was measured more than once with the code of its series. */
async function listWithSeries(db: Db, ownerId: string, locale: Locale, scope: Scope): Promise<Result[]> {
  const results = await listResults(db, ownerId, locale, scope);
  const codes = results.length === 0 ? undefined : await listSeriesCodes(db, ownerId, scope);
  if (!codes || codes.size === 0) return results;
  const withSeries = (observation: Result['observations'][number]) => {
    const series = codes.get(observation.id);
    return series === undefined ? observation : { ...observation, series };
  };
  return results.map((result) => ({ ...result, observations: result.observations.map(withSeries) }));
}

/**
 * Returns results, the user's own first, newest first.
 * @param id limits them to one
 */
export function readResults(db: Db, userId: string, locale: Locale, id?: string): Promise<Result[]> {
  const load = (ownerId: string, scope: Scope) => listWithSeries(db, ownerId, locale, scope);
  return readRecords(db, userId, { object: 'results', load, isOpen: seesResults, ...(id === undefined ? {} : { id }) });
}

interface Found extends OfProfile {
  isOpen: (permissions: SupporterPermissions) => boolean;
}

/** Returns the owner of a thing, if this user may see it: the user, or a patient who currently shares it. */
async function ownerOf(
  db: Db,
  userId: string,
  object: string,
  id: string,
  find: (ownerId: string, scope: Scope) => Promise<Found | undefined>,
): Promise<string | undefined> {
  if (await find(userId, 'all')) {
    await auditViews(db, userId, object, [userId], id);
    return userId;
  }
  for (const { ownerId, permissions } of await sharesWith(db, userId)) {
    const found = await find(ownerId, 'shared');
    if (found?.profileId !== OWN_PROFILE || !found.isOpen(permissions)) continue;
    await auditViews(db, userId, object, [ownerId], id);
    return ownerId;
  }
  return undefined;
}

/** Returns the owner of this result, if the user may see it. */
export function ownerOfResult(db: Db, userId: string, id: string): Promise<string | undefined> {
  return ownerOf(db, userId, 'results', id, async (ownerId, scope) => {
    const result = await findResult(db, ownerId, id, 'en', scope);
    return result && { profileId: result.profileId, isOpen: seesResults };
  });
}

/** Returns the owner of this event, if the user may see it. */
export function ownerOfEvent(db: Db, userId: string, id: string): Promise<string | undefined> {
  return ownerOf(db, userId, 'events', id, async (ownerId, scope) => {
    const event = await findEvent(db, ownerId, id, scope);
    if (!event || event.deleted_at !== null) return undefined;
    return { profileId: event.profile_id, isOpen: (permissions) => opensEvent(event.type, permissions) };
  });
}

/** Returns the owner of this care plan, if the user may see it. */
export function ownerOfCarePlan(db: Db, userId: string, id: string): Promise<string | undefined> {
  return ownerOf(db, userId, 'care-plans', id, async (ownerId, scope) => {
    const plan = await findCarePlan(db, ownerId, id, scope);
    return plan && { profileId: plan.profile_id, isOpen: seesCarePlans };
  });
}

/** Kinds of items that requests may be about -> the list that shows them, as the audit log names it. */
const ITEM_LISTS = { medication: 'medications', allergy: 'about', condition: 'about', immunization: 'about' } as const;

/** Returns the function that returns the owner of an item of this kind, if the user may see it. */
export function ownerOfItem(kind: keyof typeof ITEM_LISTS) {
  const isOpen = OPENS[areaOfKind(kind)];
  return (db: Db, userId: string, id: string): Promise<string | undefined> =>
    ownerOf(db, userId, ITEM_LISTS[kind], id, async (ownerId, scope) =>
      (await hasItem(db, ownerId, kind, id, scope)) ? { profileId: OWN_PROFILE, isOpen } : undefined,
    );
}

/**
 * Returns care plans, the user's own first, newest first.
 * @param id limits them to one
 */
export function readCarePlans(db: Db, userId: string, locale: Locale, id?: string): Promise<CarePlan[]> {
  const load = (ownerId: string, scope: Scope) => listCarePlans(db, ownerId, locale, scope);
  return readRecords(db, userId, {
    object: 'care-plans',
    load,
    isOpen: seesCarePlans,
    ...(id === undefined ? {} : { id }),
  });
}
