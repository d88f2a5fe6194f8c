/** The tables of what leaves the house: messages, and the browsers that take pushes. */
import type { Generated, Selectable } from 'kysely';

/** A text, an e-mail or a push on its way out, and what became of it. */
export interface MessagesTable {
  id: string;
  channel: 'sms' | 'email' | 'push';
  /** Digits with country code, an e-mail address, or the id of a push subscription. */
  recipient: string;
  subject: string | null;
  /** Empty once it is not needed any more: it may hold a code or a link. */
  body: string;
  /** `failed` is a dead letter, which an operator may send again; `replaced`: another way took its place, or nobody is there. */
  state: 'queued' | 'sent' | 'failed' | 'replaced';
  attempts: number;
  next_attempt_at: string;
  created_at: string;
  sent_at: string | null;
  /** The name that the service which took it has given it. */
  receipt: Generated<string | null>;
  /** When the receiver had it, where the service tells that. */
  delivered_at: Generated<string | null>;
  /** Why the last attempt failed: a code, no words of the message. */
  failure: Generated<string | null>;
  /** When another way takes its place; null: none does. */
  deadline_at: Generated<string | null>;
  /** For a push or a text about a change: its number, a slash, and who is told (see `deliveries`). */
  news_id: Generated<string | null>;
}

export type MessageRow = Selectable<MessagesTable>;

/** One row: the number of the last change that was looked through for news. */
export interface NewsPositionTable {
  name: 'news';
  last: number | string;
}

/** One browser of one user that takes pushes. */
export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  /** Hash of the session that it came with: its sign-out ends it. */
  session_hash: string;
  endpoint_hash: string;
  /** Endpoint and keys, encrypted. */
  sealed: string;
  /** When the browser was here last. */
  seen_at: string;
}
