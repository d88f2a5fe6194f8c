/** "Who looked at my records": the audit log in words for its reader, and reports of the surveys that they sent. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { findReadableEvent } from '../../access/record-access.ts';
import { viewSharedEvent } from '../../access/shared-events.ts';
import { now } from '../../common/clock.ts';
import { isMessageKey, type Locale, translate } from '../../common/i18n.ts';
import type { AuditEntry, SurveyDelivered } from '../../contract.ts';
import type { AuditAction, Db } from '../../db/schema.ts';
import { lockUser } from '../../repositories/accounts/users.ts';
import {
  audit,
  FAILED_SIGN_IN,
  hasReceipt,
  insertReceipt,
  listAudit,
  listWholeAudit,
} from '../../repositories/audit.ts';
import { recordChanges } from '../../repositories/changes.ts';
import { queueForHospital } from '../../repositories/records/hospital-outbox.ts';
import type { Services } from '../context.ts';
import { viewOwnEvent } from './events.ts';

/** Actions that exist only at the operator's command line, where no account is signed in. */
const BY_OPERATOR: readonly AuditAction[] = [
  'TESTER_CHANGED',
  'STAFF_CHANGED',
  'ACCOUNT_ERASED',
  'DATA_EXPIRED',
  'LOG_EXPORTED',
  'LOG_PRUNED',
];

type AuditRow = Awaited<ReturnType<typeof listAudit>>[number];

/** Only staff change the identity of someone else. */
const isOfStaff = ({ action, actor_id: actor, subject_id: subject }: AuditRow) =>
  action === 'STAFF_VIEWED' ||
  action === 'STAFF_CHANGED' ||
  (action === 'IDENTITY_CHANGED' && actor !== null && actor !== subject);

/** Returns whether an identity provider did it, by SCIM. */
const isOfProvider = ({ action, actor_id: actor, object, object_id: id }: AuditRow) =>
  action === 'IDENTITY_CHANGED' ? actor === null && id !== null : object.startsWith('provider-');

/** Returns what happened, in the most special words that there are for it. */
function whatOf(row: AuditRow, locale: Locale): string {
  const { action, object, object_id: objectId } = row;
  if (action === 'SIGNED_IN' && objectId?.startsWith('oidc:')) return translate(locale, 'audit.SIGNED_IN.oidc');
  if (action === 'DENIED' && object === FAILED_SIGN_IN) return translate(locale, 'audit.DENIED.sign-in');
  const special = [
    action === 'SUPPORT_ENDED' ? `audit.SUPPORT_ENDED.${object}` : '',
    action === 'IDENTITY_CHANGED' ? `audit.identity.${object}` : '',
    isOfStaff(row) ? `audit.desk.${object}` : '',
  ].find(isMessageKey);
  if (special) return translate(locale, special);
  const record = `audit.${object}`;
  return translate(locale, `audit.${action}`, { record: isMessageKey(record) ? translate(locale, record) : object });
}

/** Returns who did it, in words: a person by name, staff as staff. */
function whoOf(row: AuditRow, readerId: string, locale: Locale): string {
  if (row.actor_id === readerId) return translate(locale, 'audit.you');
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  if (name === '' && row.actor_id !== null) return translate(locale, 'account.erased');
  if (isOfProvider(row)) return translate(locale, 'audit.provider');
  if (name === '') return translate(locale, BY_OPERATOR.includes(row.action) ? 'audit.operator' : 'audit.nobody');
  return isOfStaff(row) ? translate(locale, 'audit.staff', { name }) : name;
}

/** Returns what happened last to a person's data, newest first. */
export const readAudit = async (db: Db, userId: string, locale: Locale): Promise<AuditEntry[]> =>
  inWords(await listAudit(db, userId), userId, locale);

/** Returns everything that happened to a person's data, newest first. */
export const readWholeAudit = async (db: Db, userId: string, locale: Locale): Promise<AuditEntry[]> =>
  inWords(await listWholeAudit(db, userId), userId, locale);

function inWords(rows: AuditRow[], userId: string, locale: Locale): AuditEntry[] {
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    ...(isOfStaff(row) && { staffAct: row.object }),
    who: whoOf(row, userId, locale),
    isYou: row.actor_id === userId,
    what: whatOf(row, locale),
  }));
}

/** Returns when it was sent, according to the phone but never in the future, in one format that sorts by time. */
const sentAt = (time: string | undefined) =>
  time === undefined || new Date(time) > new Date() ? now() : new Date(time).toISOString();

/** Stores a receipt that the user's phone reports, and records it in the access log; the same receipt counts once. */
export async function reportReceipt(
  { db, hospitalOutbox }: Pick<Services, 'db' | 'hospitalOutbox'>,
  userId: string,
  delivered: SurveyDelivered,
): Promise<void> {
  const { survey, receiptId, about, deliveredAt, replaces } = delivered;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    if (await hasReceipt(trx, userId, receiptId)) return;
    await audit(trx, {
      action: 'SURVEY_DELIVERED',
      actor: userId,
      subject: userId,
      object: survey,
      objectId: receiptId,
    });
    // An event that no longer exists (the demo was restarted) cannot be opened and answered again.
    const event = about === undefined ? undefined : await findReadableEvent(trx, userId, about);
    if (!event) return;
    await insertReceipt(trx, {
      user_id: userId,
      receipt_id: receiptId,
      event_id: event.id,
      survey,
      delivered_at: sentAt(deliveredAt),
      replaces: replaces ?? null,
    });
    // The event's card says when the survey was sent, and asks for nothing any more.
    if (event.status !== 'ACTIONABLE' && event.status !== 'NOT_VIEWED')
      await recordChanges(trx, [{ person: userId, kind: 'event.updated', objectId: event.id }]);
    else if (event.isShared) await viewSharedEvent(trx, userId, event);
    else await viewOwnEvent(trx, userId, event.id);
    // A supporter's answers are their own: the desk doesn't see them either.
    if (hospitalOutbox && !event.isShared && event.profileId === OWN_PROFILE)
      await queueForHospital(trx, userId, { kind: 'survey', about: receiptId });
  });
  hospitalOutbox?.kick();
}
