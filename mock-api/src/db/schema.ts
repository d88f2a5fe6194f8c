/**
 * The tables as Kysely sees them, identical on SQLite and PostgreSQL: times are ISO 8601 UTC text (they sort as text),
 * booleans are 1 and 0, `document` and other structured columns are JSON text.
 */
import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { EventStatus, NotificationKind } from '../contract.ts';
import type { DeliveryTables } from './tables/delivery-tables.ts';
import type { DeskTables } from './tables/desk-tables.ts';
import type { FeedTables } from './tables/feed-tables.ts';
import type { IdentityTables } from './tables/identity-tables.ts';
import type { FromSource, RecordTables } from './tables/record-tables.ts';

export type { MessageRow, MessagesTable } from './tables/delivery-tables.ts';

export interface UsersTable {
  id: string;
  first_name: string;
  last_name: string;
  /** What the person wants to be called; never the name on a band, in a list or on a document. */
  preferred_name: Generated<string | null>;
  /** Unique; `none:` plus the user's id if they have no email address. */
  email: string;
  contact_email: string | null;
  password_hash: string | null;
  wristband_code: string | null;
  phone_number: string;
  /** Digits of the number with country code, for matching invitations. */
  phone_digits: string;
  /** Digits of the last number that this person has proven by a code sent to it; compare with `phone_digits`. */
  proven_digits: string | null;
  phone: string | null;
  mobile_phone: string | null;
  address: string | null;
  address2: string | null;
  city: string | null;
  suite: string | null;
  province: string | null;
  country: string | null;
  postal_code: string | null;
  organization: string | null;
  role_type: string;
  is_champion: number;
  is_tester: Generated<number>;
  championed_by: string | null;
  tracking_number: string | null;
  content: string | null;
  status_id: number;
  hospital_status_id: number;
  email_validated: number;
  nda: number;
  terms_conditions: number;
  scan_count: number;
  locale: string;
  scanned_at: string | null;
  last_login_at: string | null;
  pin_entered_at: string | null;
  confirmed_at: string | null;
  demo_completed_at: string | null;
  disabled_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Text by which the desk searches and sorts patients. */
  search_text: Generated<string>;
  /** 0: the account of a real patient or an invited supporter, which has no demo story. */
  has_demo: Generated<number>;
  denial_reason: Generated<string | null>;
  /** Day as YYYY-MM-DD; with the room, it tells patients with the same name apart at the desk. */
  date_of_birth: Generated<string | null>;
  room: Generated<string | null>;
  ward: Generated<string | null>;
  /** The hospital's own number of the patient's record. */
  record_number: Generated<string | null>;
  /** Code of the hospital's own band; null: it has none, or that of the wristband. */
  band_code: Generated<string | null>;
  /** Whether notifications may be sent as a text message when push does not get through. */
  text_news: Generated<number>;
  /** Language that the person, or the desk for them, has chosen; null: `locale`, that of the last sign-in. */
  language: Generated<string | null>;
  /** Null: nobody has said. */
  needs_interpreter: Generated<number | null>;
  /** Hash of the browser that registered the account; null if unknown. */
  registered_with: Generated<string | null>;
  /** JSON: roles at the desk. Null: none was assigned yet, so a staff account has all of them. */
  staff_roles: Generated<string | null>;
  /** JSON: names of the wards where a nurse works. Null: every ward. */
  staff_wards: Generated<string | null>;
  /** 1: only the desk has entered the email, so it may be a stranger's. */
  email_unproven: Generated<number>;
}

/** Two patients whose names share a key have similar names. */
interface NameKeysTable {
  key: string;
  user_id: string;
}

export interface EventsTable extends FromSource {
  id: string;
  user_id: string;
  profile_id: number;
  type: number;
  status: EventStatus;
  link_id: string | null;
  previous_stay: number;
  viewed: number;
  is_read: number;
  is_dismissed: number;
  accepted_at: string | null;
  document: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** One row once a supporter has read an event that another user shares with them. */
interface EventViewsTable {
  viewer_id: string;
  event_id: string;
  viewed_at: string;
}

/** A survey that a user has sent about an event. */
export interface SurveyReceiptsTable {
  user_id: string;
  receipt_id: string;
  event_id: string;
  survey: string;
  delivered_at: string;
  /** Receipt of the survey that it corrects. */
  replaces: string | null;
}

interface ProfilesTable {
  user_id: string;
  id: number;
  /** Supporter entry in another account that gives access to this profile; null for the demo's own. */
  shared_supporter_id: string | null;
  document: string;
}

interface ResultsTable extends FromSource {
  id: string;
  user_id: string;
  profile_id: number;
  type: number;
  performed_at: string;
  results_at: string;
  document: string;
}

/** One row once a user has requested a result's insights. */
interface InsightRequestsTable {
  result_id: string;
  ready_at: string;
}

/** Questions of a result that one reader has ticked; `ticked` is a JSON array of their indexes. */
interface QuestionTicksTable {
  user_id: string;
  result_id: string;
  ticked: string;
}

/** A point of a patient's checklist for going home that a reader has ticked. */
interface GoingHomeTicksTable {
  user_id: string;
  owner_id: string;
  point: string;
  ticked_at: string;
}

export interface CarePlansTable extends FromSource {
  id: string;
  user_id: string;
  profile_id: number;
  created_at: string;
  document: string;
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  profile_id: number;
  kind: NotificationKind;
  created_at: string;
  document: string;
}

export interface SupportersTable {
  id: string;
  user_id: string;
  profile_id: number;
  name: string;
  phone_digits: string | null;
  /** Account that the invited number belongs to; null if it has none. */
  supporter_user_id: string | null;
  status: 'PENDING' | 'ACCEPTED';
  permissions: string;
  document: string;
  created_at: string;
}
export type SupporterRow = Selectable<SupportersTable>;

export type StarterKind = 'profile' | 'event' | 'result' | 'carePlan' | 'notification' | 'supporter';

/** Initial content of a user's demo. */
interface StarterDocumentsTable {
  position: number;
  kind: StarterKind;
  document: string;
}

interface StoryStepsTable {
  series: 'patient' | 'supporter';
  step: number;
  delay_ms: number;
  document: string;
}

interface StoryPositionsTable {
  user_id: string;
  series: 'patient' | 'supporter';
  position: number;
}

interface InterestSignUpsTable {
  email: string;
  name: string;
  city: string | null;
  opt_in: number;
  created_at: string;
}

interface SupportRequestsTable {
  id: string;
  user_id: string;
  issue: string;
  contact_method: string;
  comments: string;
  created_at: string;
}

interface FactsTable {
  name: string;
  value: string;
}

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
  | 'MEDICATIONS_CHECKED'
  | 'REQUEST_WITHDRAWN'
  | 'RETURN_ASKED'
  | 'RETURN_WITHDRAWN'
  | 'QUESTION_CHANGED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'AUTHENTICATOR_ADDED'
  | 'AUTHENTICATOR_REMOVED'
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
interface AuditTable {
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
interface AuditChainTable {
  /** From 1 on, without gaps. PostgreSQL returns it as text. */
  number: number;
  entry_id: string;
  /** SHA-256 over the previous link's hash, the number and the entry, as hex. */
  hash: string;
}

export interface Tables extends IdentityTables, DeskTables, DeliveryTables, RecordTables, FeedTables {
  users: UsersTable;
  name_keys: NameKeysTable;
  events: EventsTable;
  event_views: EventViewsTable;
  survey_receipts: SurveyReceiptsTable;
  profiles: ProfilesTable;
  results: ResultsTable;
  insight_requests: InsightRequestsTable;
  question_ticks: QuestionTicksTable;
  going_home_ticks: GoingHomeTicksTable;
  care_plans: CarePlansTable;
  notifications: NotificationsTable;
  supporters: SupportersTable;
  starter_documents: StarterDocumentsTable;
  story_steps: StoryStepsTable;
  story_positions: StoryPositionsTable;
  interest_sign_ups: InterestSignUpsTable;
  support_requests: SupportRequestsTable;
  facts: FactsTable;
  audit: AuditTable;
  audit_chain: AuditChainTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Runs `work` in `db` if that is a transaction, otherwise in a new one. */
export function inTransaction<Answer>(db: Db, work: (trx: Trx) => Promise<Answer>): Promise<Answer> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work);
}
