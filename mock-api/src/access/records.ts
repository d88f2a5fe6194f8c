/** Opens a hospital's record of a patient, for the patient and for supporters whose permissions cover it. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { Problem } from '../common/problems.ts';
import type { Db } from '../db/schema.ts';
import { findUser, type UserRow } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { isOwnProfile } from '../repositories/care/profiles.ts';
import type { Scope } from '../repositories/care/records.ts';
import { sharesWith } from '../repositories/sharing/supporters.ts';
import { OPENS, type RecordArea } from './permissions.ts';

export interface OpenRecord {
  /** Whose record it is; null for a profile without one, such as a demo's second patient. */
  ownerId: string | null;
  scope: Scope;
  /** Areas that the reader may see, of those asked for. */
  areas: ReadonlySet<RecordArea>;
}

/**
 * Resolves whose record a profile shows, without an entry in the audit log: for what shows nothing of it.
 * @throws Problem NOT_FOUND for a profile that the user does not have, NOT_SHARED if no permission opens any of the areas
 */
export async function resolveRecord(
  db: Db,
  user: UserRow,
  profileId: number,
  areas: readonly RecordArea[],
): Promise<OpenRecord> {
  const share = (await sharesWith(db, user.id)).find((item) => item.profileId === profileId);
  if (!share) {
    if (!(await isOwnProfile(db, user.id, profileId))) throw new Problem('NOT_FOUND');
    return { ownerId: profileId === OWN_PROFILE ? user.id : null, scope: 'all', areas: new Set(areas) };
  }
  const open = areas.filter((area) => OPENS[area](share.permissions));
  if (open.length > 0) return { ownerId: share.ownerId, scope: 'shared', areas: new Set(open) };
  const owner = await findUser(db, share.ownerId);
  throw new Problem('NOT_SHARED', { params: { name: owner?.first_name ?? '' } });
}

/**
 * Opens the record of a profile, and writes that to the audit log of its owner.
 * @param object name of what is read in the audit log
 * @throws Problem NOT_FOUND or NOT_SHARED
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
