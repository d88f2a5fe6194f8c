/**
 * Events that a patient shares, as a supporter sees them: new until the supporter has read them, whatever the patient
 * has read. Nothing here changes the patient's own events.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import type { Locale } from '../common/i18n.ts';
import type { CareEvent, EventStatus } from '../contract.ts';
import { type Db, inTransaction } from '../db/schema.ts';
import { findEvent, insertView, listEvents, toCareEvent, viewedOf, viewsAmong } from '../repositories/care/events.ts';
import { recordChanges } from '../repositories/changes.ts';
import { type Share, sharesWith } from '../repositories/sharing/supporters.ts';
import { isSurvey, opensEvent, opensRecord, seesFeedback } from './permissions.ts';

type Allowed = Pick<Share, 'profileId' | 'permissions'>;

const isShared = ({ profileId, type }: Pick<CareEvent, 'profileId' | 'type'>, { permissions }: Allowed) =>
  profileId === OWN_PROFILE && opensEvent(type, permissions);

/** Returns what an event asks of a supporter: what it asked of the patient, even after the patient has read it. */
function statusFor({ status, type, previousStay }: CareEvent, isRead: boolean): EventStatus {
  if (isRead) return 'VIEWED';
  if (status !== 'VIEWED') return status;
  if (previousStay) return 'COMPLETED';
  return isSurvey(type) ? 'ACTIONABLE' : 'NOT_VIEWED';
}

function asShared(event: CareEvent, { profileId, permissions }: Allowed, isRead: boolean): CareEvent {
  const { survey, about, ...fields } = event;
  const asks = survey && seesFeedback(permissions) ? { survey } : {};
  const leads = about && about.type !== 'event' && opensRecord(about.type, permissions) ? { about } : {};
  const seen = { status: statusFor(event, isRead), viewed: isRead, isRead, isDismissed: isRead };
  return { ...fields, ...asks, ...leads, ...seen, profileId, isShared: true };
}

/** Returns an event as a supporter with these permissions sees it, or undefined if they do not open it. */
export function toSharedEvent(event: CareEvent, share: Allowed, isRead: boolean): CareEvent | undefined {
  return isShared(event, share) ? asShared(event, share, isRead) : undefined;
}

/** Returns the events that others currently share with this user, newest first, by owner. */
export async function listSharedEvents(
  db: Db,
  viewerId: string,
  locale: Locale,
): Promise<{ ownerId: string; items: CareEvent[] }[]> {
  const shares = await sharesWith(db, viewerId);
  return Promise.all(
    shares.map(async (share) => {
      const { ownerId } = share;
      const read = await viewedOf(db, viewerId, ownerId);
      const events = (await listEvents(db, ownerId, locale, 'shared')).filter((event) => isShared(event, share));
      return { ownerId, items: events.map((event) => asShared(event, share, read.has(event.id))) };
    }),
  );
}

/** Returns an event that another user currently shares with this user, and its owner. */
export async function findSharedEvent(
  db: Db,
  viewerId: string,
  id: string,
  locale: Locale,
): Promise<{ ownerId: string; event: CareEvent } | undefined> {
  for (const share of await sharesWith(db, viewerId)) {
    const row = await findEvent(db, share.ownerId, id, 'shared');
    if (!row || row.deleted_at !== null) continue;
    const isRead = (await viewsAmong(db, [viewerId], [id])).length > 0;
    const event = toSharedEvent(toCareEvent(row, locale, 'shared'), share, isRead);
    if (event) return { ownerId: share.ownerId, event };
  }
  return undefined;
}

/** Marks a shared event as VIEWED for the viewer; it is unchanged for everyone else. */
export async function viewSharedEvent(db: Db, viewerId: string, event: CareEvent): Promise<CareEvent> {
  await inTransaction(db, async (trx) => {
    await insertView(trx, viewerId, event.id);
    const { id, profileId } = event;
    await recordChanges(trx, [{ person: viewerId, kind: 'event.updated', objectId: id, profileId }]);
  });
  return { ...event, status: 'VIEWED', viewed: true, isRead: true, isDismissed: true };
}
