/** Profiles that a person sees as a supporter, and how much of them: read again for every request. */
import type { SupporterPermissions } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';

export interface Share {
  /** Number of the profile in the supporter's account. */
  profileId: number;
  ownerId: string;
  permissions: SupporterPermissions;
}

/** Returns the profiles that others share with this user, with the current permissions of each. */
export async function sharesWith(db: Db, userId: string): Promise<Share[]> {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('supporters', 'supporters.id', 'profiles.shared_supporter_id')
    .select(['profiles.id as profileId', 'supporters.user_id as ownerId', 'supporters.permissions'])
    .where('profiles.user_id', '=', userId)
    .where('supporters.supporter_user_id', '=', userId)
    .where('supporters.status', '=', 'ACCEPTED')
    .orderBy('profiles.id')
    .execute();
  return rows.map(({ permissions, ...row }) => ({
    ...row,
    permissions: JSON.parse(permissions) as SupporterPermissions,
  }));
}

/** Marks a supporter's invitation as accepted. */
export async function acceptShare(db: Db, supporterId: string, userId: string): Promise<void> {
  await db
    .updateTable('supporters')
    .set({ status: 'ACCEPTED' })
    .where('id', '=', supporterId)
    .where('supporter_user_id', '=', userId)
    .execute();
}
