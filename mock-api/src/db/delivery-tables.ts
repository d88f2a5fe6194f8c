/** Tables for outbound messages and push subscriptions. */
import type { Generated, Selectable } from 'kysely';

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
export interface NewsPositionTable {
  name: 'news';
  last: number | string;
}

/** A user's browser that is subscribed to push. */
export interface PushSubscriptionsTable {
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
