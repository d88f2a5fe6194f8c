/** Tables of the audit log. */

export type AuditAction =
  | 'SIGNED_IN'
  | 'SIGN_IN_LOCKED'
  | 'PIN_LOCKED'
  | 'DENIED'
  | 'RECORD_VIEWED'
  | 'PERMISSIONS_CHANGED'
  | 'SUPPORT_ENDED'
  | 'SURVEY_DELIVERED'
  | 'TESTER_CHANGED'
  | 'AGREED'
  | 'REQUEST_SENT'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'PASSKEY_REFUSED'
  | 'EMAIL_VALIDATED'
  | 'PHONE_CHANGE_REQUESTED'
  | 'PHONE_CHANGE_REFUSED'
  /** Of earlier releases. */
  | 'PHONE_CHANGED'
  | 'IDENTITY_CHANGED'
  | 'STAFF_VIEWED'
  | 'STAFF_CHANGED'
  | 'DATA_EXPORTED'
  | 'ACCOUNT_ERASED'
  | 'DATA_EXPIRED'
  | 'LOG_EXPORTED'
  | 'LOG_PRUNED';

/** Who did what to whose data, and when. The database itself rejects changes to rows and their deletion. */
export interface AuditTable {
  id: string;
  at: string;
  action: AuditAction;
  /** User who did it; null if not signed in. */
  actor_id: string | null;
  /** User whose data it was; null if it is no user's. */
  subject_id: string | null;
  /** What was affected: a kind of record or a route's pattern, and an id. Never content. */
  object: string;
  object_id: string | null;
}

/** Hash chain over the audit log, one row per entry. */
export interface AuditChainTable {
  /** From 1 on, without gaps. PostgreSQL returns it as text. */
  number: number;
  entry_id: string;
  /** SHA-256 over the previous link's hash, the number and the entry, as hex. */
  hash: string;
}
