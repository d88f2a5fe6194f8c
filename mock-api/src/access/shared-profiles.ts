/** The profiles of a user, with what happens next for each person whom they support, as far as it is shared. */
import { OWN_PROFILE } from 'shared-ui/contract';
import type { Locale } from '../common/i18n.ts';
import type { CareSubject, Notification, Profile } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { findUser, type UserRow } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { listNotifications } from '../repositories/care/content.ts';
import { findEvent } from '../repositories/care/events.ts';
import { plannedAmong } from '../repositories/care/plans.ts';
import { listProfiles } from '../repositories/care/profiles.ts';
import { linkedAmong } from '../repositories/care/records.ts';
import { findNotice } from '../repositories/sharing/return-notices.ts';
import { type Share, sharesWith } from '../repositories/sharing/supporters.ts';
import { awaySpanOf } from './away.ts';
import { OPENS, opensEvent, opensRecord, type RecordArea } from './permissions.ts';

/** Returns whether a supporter with these permissions may open this event, result or care plan of a patient. */
async function opensSubject(db: Db, { type, id }: CareSubject, share: Share): Promise<boolean> {
  if (type !== 'event') return opensRecord(type, share.permissions);
  const row = await findEvent(db, share.ownerId, id, 'shared');
  return row?.deleted_at === null && row.profile_id === OWN_PROFILE && opensEvent(row.type, share.permissions);
}

/** Returns a patient's next step as a supporter with these permissions sees it. */
async function asShared(db: Db, { about, ...step }: Notification, share: Share): Promise<Notification> {
  const leads = about && (await opensSubject(db, about, share)) ? { about } : {};
  return { ...step, ...leads, profileId: share.profileId };
}

/** Returns what happens next for a profile, or null. */
const nextOf = (notifications: readonly Notification[], profileId: number): Notification | null =>
  notifications.find((item) => item.kind === 'next-step' && item.profileId === profileId) ?? null;

/**
 * Returns what happens next for a patient who shares status updates with this user, or null; while it takes the patient
 * elsewhere; and whether the user asked to be notified of the return.
 */
async function sharedNext(
  db: Db,
  userId: string,
  share: Share,
  locale: Locale,
): Promise<Pick<Profile, 'next' | 'away' | 'returnNotice'>> {
  const { ownerId } = share;
  const returnNotice = await findNotice(db, ownerId, userId);
  const asked = returnNotice && { returnNotice };
  const next = nextOf(await listNotifications(db, ownerId, locale), OWN_PROFILE);
  if (!next) return { next, ...asked };
  await audit(db, { action: 'RECORD_VIEWED', actor: userId, subject: ownerId, object: 'next-step' });
  const patient = await findUser(db, ownerId);
  const away = patient && awaySpanOf(next, patient);
  return { next: await asShared(db, next, share), ...(away && { away }), ...asked };
}

/** Returns whose record a profile shows, if the user may see one of these areas of it. */
function ownerOf({ id }: Profile, share: Share | undefined, userId: string, areas: readonly RecordArea[]) {
  if (!share) return id === OWN_PROFILE ? userId : undefined;
  return areas.some((area) => OPENS[area](share.permissions)) ? share.ownerId : undefined;
}

type Shares = ReadonlyMap<number, Share>;

/**
 * Adds to each profile whether the hospital has sent a record of whose day the user may see a part, and whether staff
 * have set a plan for today that the user may read.
 */
async function withDays(
  db: Db,
  profiles: Profile[],
  { shares, userId, today }: { shares: Shares; userId: string; today: string },
): Promise<Profile[]> {
  const owner = (profile: Profile, areas: readonly RecordArea[]) =>
    ownerOf(profile, shares.get(profile.id), userId, areas) ?? '';
  const day = (profile: Profile) => owner(profile, ['status', 'care']);
  const plan = (profile: Profile) => owner(profile, ['care']);
  const among = (of: (profile: Profile) => string) => profiles.map(of).filter((id) => id !== '');
  const linked = await linkedAmong(db, among(day));
  const planned = await plannedAmong(db, among(plan), today);
  return profiles.map((profile) => ({
    ...profile,
    ...(linked.has(day(profile)) && { hasDay: true }),
    ...(planned.has(plan(profile)) && { hasPlan: true }),
  }));
}

/**
 * Returns the user's profile and those of the people they support, each of these with what happens next for them.
 * @param today the day it is where the hospital is, as YYYY-MM-DD
 */
export async function readProfiles(db: Db, user: UserRow, locale: Locale, today: string): Promise<Profile[]> {
  const listed = await listProfiles(db, user, locale);
  const shares: Shares = new Map((await sharesWith(db, user.id)).map((share) => [share.profileId, share]));
  const profiles = await withDays(db, listed, { shares, userId: user.id, today });
  if (profiles.length <= 1) return profiles;
  const own = await listNotifications(db, user.id, locale);
  return Promise.all(
    profiles.map(async (profile) => {
      const share = shares.get(profile.id);
      if (profile.id === OWN_PROFILE || share?.permissions.statusUpdates === false) return profile;
      const next = share ? await sharedNext(db, user.id, share, locale) : { next: nextOf(own, profile.id) };
      return { ...profile, ...next };
    }),
  );
}
