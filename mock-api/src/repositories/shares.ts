/** Whose profiles a person sees because they are a supporter, and what of them: read anew with every request. */
import type { SupporterPermissions } from '../contract.ts';
import type { Db } from '../db/schema.ts';

export interface Share {
  /** The number that the profile has in the supporter's account. */
  profileId: number;
  ownerId: string;
  permissions: SupporterPermissions;
}

/** The profiles that others share with this person, with what each of them allows at this moment. */
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

/** The invited supporter has accepted. */
export async function acceptShare(db: Db, supporterId: string, userId: string): Promise<void> {
  await db
    .updateTable('supporters')
    .set({ status: 'ACCEPTED' })
    .where('id', '=', supporterId)
    .where('supporter_user_id', '=', userId)
    .execute();
}
