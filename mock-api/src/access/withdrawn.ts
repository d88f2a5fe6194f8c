/**
 * Tells supporters why they can't read something. Only those who could read it before, until the patient changed the
 * permissions, learn that it exists; everyone else gets the same response as for a thing that doesn't exist.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { Problem } from '../common/problems.ts';
import type { SupporterPermissions } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { findCarePlan, findResult } from '../repositories/care/content.ts';
import { findEvent } from '../repositories/care/events.ts';
import { earlierSharesWith } from '../repositories/sharing/supporters.ts';
import { opensEvent, seesCarePlans, seesResults } from './permissions.ts';

interface Found {
  profileId: number;
  isOpen: (permissions: SupporterPermissions) => boolean;
  /** ISO time from which it could be read. */
  from: string;
}

type Find = (db: Db, ownerId: string, id: string) => Promise<Found | undefined>;

const findSharedEvent: Find = async (db, ownerId, id) => {
  const event = await findEvent(db, ownerId, id, 'shared');
  if (!event || event.deleted_at !== null) return undefined;
  const { type, profile_id: profileId, created_at: from } = event;
  return { profileId, from, isOpen: (permissions) => opensEvent(type, permissions) };
};

const findSharedResult: Find = async (db, ownerId, id) => {
  const result = await findResult(db, ownerId, id, 'en', 'shared');
  return result && { profileId: result.profileId, from: result.resultsAt, isOpen: seesResults };
};

const findSharedCarePlan: Find = async (db, ownerId, id) => {
  const plan = await findCarePlan(db, ownerId, id, 'shared');
  return plan && { profileId: plan.profile_id, from: plan.created_at, isOpen: seesCarePlans };
};

/** Returns NOT_SHARED if the user could read it before, else NOT_FOUND. */
const unreadable = (find: Find) => async (db: Db, userId: string, id: string) => {
  for (const { ownerId, firstName, earlier } of await earlierSharesWith(db, userId)) {
    const found = await find(db, ownerId, id);
    if (found?.profileId !== OWN_PROFILE) continue;
    const wasOpen = earlier.some(({ until, permissions }) => found.from < until && found.isOpen(permissions));
    if (wasOpen) return new Problem('NOT_SHARED', { params: { name: firstName } });
  }
  return new Problem('NOT_FOUND');
};

export const unreadableEvent = unreadable(findSharedEvent);
export const unreadableResult = unreadable(findSharedResult);
export const unreadableCarePlan = unreadable(findSharedCarePlan);
