/** "Who looked at my records": the audit log in words for its reader, and reports of the surveys that they sent. */

import { OWN_PROFILE } from 'shared-ui/contract';
import { findReadableEvent } from '../../access/record-access.ts';
import { viewSharedEvent } from '../../access/shared-events.ts';
import { recordChanges } from '../../changes/changes.ts';
import { now } from '../../common/clock.ts';
import { type Locale, type MessageKey, translate } from '../../common/i18n.ts';
import type { AuditEntry, SurveyDelivered } from '../../contract.ts';
import type { AuditAction, Db } from '../../db/schema.ts';
import { lockUser } from '../../repositories/accounts/users.ts';
import { audit, FAILED_SIGN_IN, hasReceipt, insertReceipt, listAudit } from '../../repositories/audit.ts';
import { queueForHospital } from '../../repositories/records/hospital-outbox.ts';
import type { IdentityPart } from '../accounts/identity.ts';
import type { Services } from '../context.ts';
import type { StaffObject } from '../desk/log.ts';
import type { SupportEnding } from '../sharing/ending.ts';
import { viewOwnEvent } from './events.ts';

const WORDS: Record<AuditAction, MessageKey> = {
  SIGNED_IN: 'audit.SIGNED_IN',
  SIGN_IN_LOCKED: 'audit.SIGN_IN_LOCKED',
  PIN_LOCKED: 'audit.PIN_LOCKED',
  DENIED: 'audit.DENIED',
  RECORD_VIEWED: 'audit.RECORD_VIEWED',
  PERMISSIONS_CHANGED: 'audit.PERMISSIONS_CHANGED',
  SUPPORT_ENDED: 'audit.SUPPORT_ENDED',
  SURVEY_DELIVERED: 'audit.SURVEY_DELIVERED',
  TESTER_CHANGED: 'audit.TESTER_CHANGED',
  AGREED: 'audit.AGREED',
  REQUEST_SENT: 'audit.REQUEST_SENT',
  PASSKEY_ADDED: 'audit.PASSKEY_ADDED',
  PASSKEY_REMOVED: 'audit.PASSKEY_REMOVED',
  PASSKEY_REFUSED: 'audit.PASSKEY_REFUSED',
  EMAIL_VALIDATED: 'audit.EMAIL_VALIDATED',
  PHONE_CHANGE_REQUESTED: 'audit.PHONE_CHANGE_REQUESTED',
  PHONE_CHANGE_REFUSED: 'audit.PHONE_CHANGE_REFUSED',
  PHONE_CHANGED: 'audit.PHONE_CHANGED',
  IDENTITY_CHANGED: 'audit.IDENTITY_CHANGED',
  STAFF_VIEWED: 'audit.STAFF_VIEWED',
  STAFF_CHANGED: 'audit.STAFF_CHANGED',
  DATA_EXPORTED: 'audit.DATA_EXPORTED',
  ACCOUNT_ERASED: 'audit.ACCOUNT_ERASED',
  DATA_EXPIRED: 'audit.DATA_EXPIRED',
  LOG_EXPORTED: 'audit.LOG_EXPORTED',
  LOG_PRUNED: 'audit.LOG_PRUNED',
};

/** Actions that exist only at the operator's command line, where no account is signed in. */
const BY_OPERATOR: readonly AuditAction[] = [
  'TESTER_CHANGED',
  'STAFF_CHANGED',
  'ACCOUNT_ERASED',
  'DATA_EXPIRED',
  'LOG_EXPORTED',
  'LOG_PRUNED',
];

const RECORDS: Readonly<Record<string, MessageKey>> = {
  results: 'audit.results',
  'care-plans': 'audit.care-plans',
  events: 'audit.events',
  'next-step': 'audit.next-step',
  medications: 'audit.medications',
  'care-team': 'audit.care-team',
  documents: 'audit.documents',
  about: 'audit.about',
  observations: 'audit.observations',
  day: 'audit.day',
  'going-home': 'audit.going-home',
};

const ENDINGS: Readonly<Record<string, MessageKey>> = {
  left: 'audit.SUPPORT_ENDED.left',
  declined: 'audit.SUPPORT_ENDED.declined',
  withdrawn: 'audit.SUPPORT_ENDED.withdrawn',
} satisfies Partial<Record<SupportEnding, MessageKey>>;

const IDENTITY: Readonly<Record<IdentityPart, MessageKey>> = {
  name: 'audit.identity.name',
  'preferred-name': 'audit.identity.preferred-name',
  'birth-date': 'audit.identity.birth-date',
  number: 'audit.identity.number',
  email: 'audit.identity.email',
};

/** Staff actions that are about one person; all others use the general words. */
const AT_THE_DESK: Readonly<Partial<Record<StaffObject, MessageKey>>> = {
  accounts: 'audit.desk.accounts',
  patients: 'audit.desk.patients',
  patient: 'audit.desk.patient',
  wristband: 'audit.desk.wristband',
  'wristband-shown': 'audit.desk.wristband-shown',
  requests: 'audit.desk.requests',
  invitations: 'audit.desk.invitations',
  'supporter-approved': 'audit.desk.supporter-approved',
  'supporter-denied': 'audit.desk.supporter-denied',
  'supporter-removed': 'audit.desk.supporter-removed',
  'account-approved': 'audit.desk.account-approved',
  'account-denied': 'audit.desk.account-denied',
  'patient-created': 'audit.desk.patient-created',
  'wristband-issued': 'audit.desk.wristband-issued',
  'account-unlocked': 'audit.desk.account-unlocked',
  'sessions-ended': 'audit.desk.sessions-ended',
  'trial-expired': 'audit.desk.trial-expired',
  'identifiers-changed': 'audit.desk.identifiers-changed',
  'phone-change-confirmed': 'audit.desk.phone-change-confirmed',
  'phone-change-refused': 'audit.desk.phone-change-refused',
  'event-sent': 'audit.desk.event-sent',
  'next-changed': 'audit.desk.next-changed',
  'next-removed': 'audit.desk.next-removed',
  'request-seen': 'audit.desk.request-seen',
  'request-done': 'audit.desk.request-done',
  'request-replied': 'audit.desk.request-replied',
  'made-staff': 'audit.desk.made-staff',
  'provider-created': 'audit.desk.provider-created',
  'provider-linked': 'audit.desk.provider-linked',
  'provider-changed': 'audit.desk.provider-changed',
  'provider-disabled': 'audit.desk.provider-disabled',
  'provider-enabled': 'audit.desk.provider-enabled',
  'provider-removed': 'audit.desk.provider-removed',
  'record-imported': 'audit.desk.record-imported',
  'record-removed': 'audit.desk.record-removed',
  'record-links': 'audit.desk.record-links',
  'record-link': 'audit.desk.record-link',
  'record-candidates': 'audit.desk.record-candidates',
  'record-linked': 'audit.desk.record-linked',
  'record-unlinked': 'audit.desk.record-unlinked',
  'record-sync-requested': 'audit.desk.record-sync-requested',
  explanations: 'audit.desk.explanations',
  'explanation-approved': 'audit.desk.explanation-approved',
  'explanation-refused': 'audit.desk.explanation-refused',
};

type AuditRow = Awaited<ReturnType<typeof listAudit>>[number];

/** Only staff change the identity of someone else. */
const isOfStaff = ({ action, actor_id: actor, subject_id: subject }: AuditRow) =>
  action === 'STAFF_VIEWED' ||
  action === 'STAFF_CHANGED' ||
  (action === 'IDENTITY_CHANGED' && actor !== null && actor !== subject);

/** Returns whether an identity provider did it, by SCIM. */
const isOfProvider = ({ action, actor_id: actor, object, object_id: id }: AuditRow) =>
  action === 'IDENTITY_CHANGED' ? actor === null && id !== null : object.startsWith('provider-');

function whatOf(row: AuditRow, locale: Locale): string {
  const { action, object, object_id: objectId } = row;
  if (action === 'SIGNED_IN' && objectId?.startsWith('oidc:')) return translate(locale, 'audit.SIGNED_IN.oidc');
  if (action === 'DENIED' && object === FAILED_SIGN_IN) return translate(locale, 'audit.DENIED.sign-in');
  const ending = action === 'SUPPORT_ENDED' ? ENDINGS[object] : undefined;
  if (ending) return translate(locale, ending);
  if (action === 'IDENTITY_CHANGED') return translate(locale, IDENTITY[object as IdentityPart] ?? WORDS[action]);
  const atTheDesk = isOfStaff(row) ? AT_THE_DESK[object as StaffObject] : undefined;
  if (atTheDesk) return translate(locale, atTheDesk);
  const record = RECORDS[object];
  return translate(locale, WORDS[action], { record: record ? translate(locale, record) : object });
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
  inWords(await listAudit(db, userId, Number.MAX_SAFE_INTEGER), userId, locale);

function inWords(rows: Awaited<ReturnType<typeof listAudit>>, userId: string, locale: Locale): AuditEntry[] {
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
    if (event.status !== 'ACTIONABLE')
      await recordChanges(trx, [{ person: userId, kind: 'event.updated', objectId: event.id }]);
    else if (event.isShared) await viewSharedEvent(trx, userId, event);
    else await viewOwnEvent(trx, userId, event.id);
    // A supporter's answers are their own: the desk doesn't see them either.
    if (hospitalOutbox && !event.isShared && event.profileId === OWN_PROFILE)
      await queueForHospital(trx, userId, { kind: 'survey', about: receiptId });
  });
  hospitalOutbox?.kick();
}
