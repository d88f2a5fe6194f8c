/**
 * Tables of changes and their deliveries: the numbered changes behind the stream, the channel that delivered each event
 * to each person, outbound messages and push subscriptions.
 */
import type { Generated, Selectable } from 'kysely';
import type { ChangeKind } from '../../contract.ts';

/**
 * Who may learn of a change. `person`: that person alone. `event`, `result`, `care` (medications and care team) and
 * `record` (allergies, conditions, vaccinations): also supporters whose permissions cover it. `status`: also supporters
 * who receive status updates. `request`: also the supporter who wrote it, while they may give feedback, and staff.
 * `staff`: also staff. No one else.
 */
export type Audience = 'person' | 'event' | 'result' | 'care' | 'record' | 'request' | 'status' | 'staff';

/** One row per change, retained for an hour. */
interface ChangesTable {
  place: Generated<number>;
  /** Number on the stream; null until assigned. PostgreSQL returns it as text. */
  id: number | string | null;
  /** Person whose data changed. */
  person: string;
  kind: ChangeKind | 'resync';
  object_id: string;
  /** Number of the profile in that person's account. */
  profile_id: number | null;
  audience: Audience;
  /** For an event: decides which permission covers it. */
  event_type: number | null;
  /** For a request: its sender. */
  author: string | null;
  /** Time of the change according to the changed thing itself. */
  at: string;
  created_at: string;
}

/** Single row: the last number assigned, and the last one pruned. */
interface ChangeNumbersTable {
  name: 'stream';
  last: number | string;
  pruned: number | string;
}

/** Channel through which a person was notified. */
export type Channel = 'stream' | 'push' | 'text';

/** One row per person and new event once its channel is decided; the first channel to claim it wins. */
interface DeliveriesTable {
  change_id: number | string;
  person: string;
  channel: Channel;
  at: string;
}

/** A text message, email or push and its delivery state. */
export interface MessagesTable {
  id: string;
  channel: 'sms' | 'email' | 'push';
  /** Digits with country code, an email address, or the id of a push subscription. */
  recipient: string;
  subject: string | null;
  /** Cleared once no longer needed: it may hold a code or a link. */
  body: string;
  /**
   * `failed`: a dead letter that an operator can resend. `replaced`: another channel took over, or the recipient no
   * longer exists.
   */
  state: 'queued' | 'sent' | 'failed' | 'replaced';
  attempts: number;
  next_attempt_at: string;
  created_at: string;
  sent_at: string | null;
  /** Id assigned by the service that accepted it. */
  receipt: Generated<string | null>;
  /** When it reached the receiver, if the service reports that. */
  delivered_at: Generated<string | null>;
  /** Why the last attempt failed: a code without message content. */
  failure: Generated<string | null>;
  /** When another channel takes over; null: never. */
  deadline_at: Generated<string | null>;
  /**
   * For a push or text message about a change: its number, a slash and the id of the person notified (see
   * `deliveries`).
   */
  news_id: Generated<string | null>;
}

export type MessageRow = Selectable<MessagesTable>;

/** Single row: the number of the last change checked for notifications. */
interface NewsPositionTable {
  name: 'news';
  last: number | string;
}

/** A user's browser that is subscribed to push. */
interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  /** Hash of the session that created it: its sign-out ends it. */
  session_hash: string;
  endpoint_hash: string;
  /** Endpoint and keys, encrypted. */
  sealed: string;
  /** When the browser was last seen. */
  seen_at: string;
}

/** An erasure that the survey recorder has to carry out, too. It holds hashes and receipts only. */
interface SurveyErasuresTable {
  id: string;
  /** JSON: a `SurveyErasure`. */
  body: string;
  attempts: number;
  next_attempt_at: string;
  created_at: string;
}

/** What the hospital's FHIR server has yet to take; removed once it has. It holds no content. */
export interface HospitalOutboxTable {
  kind: 'request' | 'survey';
  /** Id of the request, or receipt of the survey. */
  about: string;
  user_id: string;
  attempts: number;
  next_attempt_at: string;
  created_at: string;
}

export interface DeliveryTables {
  messages: MessagesTable;
  changes: ChangesTable;
  change_numbers: ChangeNumbersTable;
  deliveries: DeliveriesTable;
  push_subscriptions: PushSubscriptionsTable;
  news_position: NewsPositionTable;
  survey_erasures: SurveyErasuresTable;
  hospital_outbox: HospitalOutboxTable;
}
