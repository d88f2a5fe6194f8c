/**
 * Who may learn of a change. Read again for every batch, so that a revoked permission takes effect with the next
 * message.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { OPENS, opensEvent } from '../access/permissions.ts';
import type { StaffRole, SupporterPermissions } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { wardsOpenTo } from '../repositories/accounts/staff-roles.ts';
import { listStaff } from '../repositories/accounts/users.ts';
import { type Change, STAFF_AUDIENCES } from '../repositories/changes.ts';
import { openingsOf, wardsOf } from '../repositories/desk/openings.ts';
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

/** Roles of staff who learn of a change; of others, nurses do. */
const STAFF_KINDS: Partial<Record<Change['kind'], readonly StaffRole[]>> = {
  'account.updated': ['clerk'],
  'record-link.updated': ['operator'],
  'stay.updated': ['nurse', 'clerk'],
};

/** What someone without a ward needs reaches every nurse. */
const REACHES_ALL: readonly Change['kind'][] = ['request.updated', 'question.updated'];

/** Returns which staff may learn of a change: by role, and nurses by their wards or an open reason. */
async function staffFor(db: Db, changes: readonly Change[]): Promise<(change: Change) => string[]> {
  if (changes.length === 0) return () => [];
  const staff = await listStaff(db);
  const people = [...new Set(changes.map(({ person }) => person))];
  const wards = await wardsOf(db, people);
  const opened = new Set((await openingsOf(db, people)).map((row) => `${row.staff_id}/${row.user_id}`));
  return ({ kind, person }) => {
    const ward = wards.get(person);
    const isThere = (open: readonly string[]) =>
      ward === undefined ? REACHES_ALL.includes(kind) : open.includes(ward);
    return staff
      .filter(({ id, grant }) => {
        const open = wardsOpenTo(grant, STAFF_KINDS[kind] ?? ['nurse']);
        return open !== undefined && (open === null || isThere(open) || opened.has(`${id}/${person}`));
      })
      .map(({ id }) => id);
  };
}

/** Returns who may currently learn of each change: the person it belongs to, supporters with access, and staff. */
export async function readersOf(db: Db, changes: readonly Change[]): Promise<Map<Change, Reader[]>> {
  const owners = changes.filter(({ audience }) => audience !== 'person').map(({ person }) => person);
  const shares = await sharesFrom(db, [...new Set(owners)]);
  const isForStaff = ({ audience }: Change) => STAFF_AUDIENCES.includes(audience);
  const staffOf = await staffFor(db, changes.filter(isForStaff));
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
    const others = staffOf(change).filter((id) => !known.some((reader) => reader.person === id));
    return [...known, ...others.map((id) => ({ person: id, profileId: null }))];
  };
  return new Map(changes.map((change) => [change, readers(change)]));
}

/** Returns the people whose changes a person may learn of: themselves, and those who currently share with them. */
export async function ownersFor(db: Db, person: string): Promise<string[]> {
  return [...new Set([person, ...(await supportedBy(db, person))])];
}
