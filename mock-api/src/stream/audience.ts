/**
 * Who may learn of a change. Read again for every batch, so that a revoked permission takes effect with the next
 * message.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { OPENS, opensEvent } from '../access/permissions.ts';
import type { SupporterPermissions } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { staffIds } from '../repositories/accounts/users.ts';
import { type Change, STAFF_AUDIENCES } from '../repositories/changes.ts';
import { type ShareFrom, sharesFrom, supportedBy } from '../repositories/sharing/supporters.ts';

/** Someone who may learn of a change, with the profile's number in their account. */
export interface Reader {
  person: string;
  profileId: number | null;
  /** What a supporter may see of the person whose data changed; absent for that person. */
  permissions?: SupporterPermissions;
}

function isOpenTo(change: Change, { supporterId, permissions }: ShareFrom): boolean {
  if (change.profileId !== OWN_PROFILE) return false;
  switch (change.audience) {
    case 'event':
      return change.eventType !== null && opensEvent(change.eventType, permissions);
    case 'result':
      return OPENS.results(permissions);
    case 'care':
    case 'record':
    case 'status':
      return OPENS[change.audience](permissions);
    case 'request':
      return change.author === supporterId && permissions.feedback;
    default:
      return false;
  }
}

/** Returns who may currently learn of each change: the person it belongs to, supporters with access, and staff. */
export async function readersOf(db: Db, changes: readonly Change[]): Promise<Map<Change, Reader[]>> {
  const owners = changes.filter(({ audience }) => audience !== 'person').map(({ person }) => person);
  const shares = await sharesFrom(db, [...new Set(owners)]);
  const isForStaff = ({ audience }: Change) => STAFF_AUDIENCES.includes(audience);
  const staff = changes.some(isForStaff) ? await staffIds(db) : [];
  const readers = (change: Change): Reader[] => {
    const { person, profileId } = change;
    const supporters = shares.filter((share) => share.ownerId === person && isOpenTo(change, share));
    const known: Reader[] = [
      // The desk's work on a link is not for the patient, who may have died.
      ...(change.kind === 'record-link.updated' ? [] : [{ person, profileId }]),
      ...supporters.map(({ supporterId, profileId: number, permissions }) => ({
        person: supporterId,
        profileId: number,
        permissions,
      })),
    ];
    if (!isForStaff(change)) return known;
    const others = staff.filter((id) => !known.some((reader) => reader.person === id));
    return [...known, ...others.map((id) => ({ person: id, profileId: null }))];
  };
  return new Map(changes.map((change) => [change, readers(change)]));
}

/** Returns the people whose changes a person may learn of: themselves, and those who currently share with them. */
export async function ownersFor(db: Db, person: string): Promise<string[]> {
  return [...new Set([person, ...(await supportedBy(db, person))])];
}
