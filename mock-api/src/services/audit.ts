/** "Who looked at my records": the audit log in a person's words. */
import type { AuditEntry } from '../contract.ts';
import type { AuditAction, Db } from '../db/schema.ts';
import { type Locale, type MessageKey, translate } from '../i18n.ts';
import { listAudit } from '../repositories/audit.ts';

const WORDS: Record<AuditAction, MessageKey> = {
  SIGNED_IN: 'audit.SIGNED_IN',
  SIGN_IN_LOCKED: 'audit.SIGN_IN_LOCKED',
  PIN_LOCKED: 'audit.PIN_LOCKED',
  DENIED: 'audit.DENIED',
  RECORD_VIEWED: 'audit.RECORD_VIEWED',
  PERMISSIONS_CHANGED: 'audit.PERMISSIONS_CHANGED',
  SURVEY_DELIVERED: 'audit.SURVEY_DELIVERED',
  TESTER_CHANGED: 'audit.TESTER_CHANGED',
  AGREED: 'audit.AGREED',
  STAFF_VIEWED: 'audit.STAFF_VIEWED',
  STAFF_CHANGED: 'audit.STAFF_CHANGED',
};

/** What is done at the operator's command line only, where nobody is signed in. */
const BY_OPERATOR: readonly AuditAction[] = ['TESTER_CHANGED', 'STAFF_CHANGED'];

const RECORDS: Readonly<Record<string, MessageKey>> = {
  results: 'audit.results',
  'care-plans': 'audit.care-plans',
  events: 'audit.events',
};

function whatOf(action: AuditAction, object: string, locale: Locale): string {
  const record = RECORDS[object];
  return translate(locale, WORDS[action], { record: record ? translate(locale, record) : object });
}

/** What happened to a person's data, newest first. */
export async function readAudit(db: Db, userId: string, locale: Locale): Promise<AuditEntry[]> {
  const rows = await listAudit(db, userId);
  return rows.map(({ id, at, action, object, actor_id: actor, first_name: first, last_name: last }) => {
    const isYou = actor === userId;
    const name = `${first ?? ''} ${last ?? ''}`.trim();
    const unnamed = translate(locale, BY_OPERATOR.includes(action) ? 'audit.operator' : 'audit.nobody');
    const who = isYou ? translate(locale, 'audit.you') : name || unnamed;
    return { id, at, action, who, isYou, what: whatOf(action, object, locale) };
  });
}
