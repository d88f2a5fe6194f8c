/** Tables behind the stream: changes, their numbers, and the channel that delivered each event to each person. */
import type { Generated } from 'kysely';
import type { ChangeKind } from '../contract.ts';

/**
 * Who may learn of a change. `person`: that person alone. `event` and `result`: also supporters whose permissions
 * cover it. `request`: also the supporter who wrote it, while they may give feedback. No one else.
 */
export type Audience = 'person' | 'event' | 'result' | 'request';

/** One row per change, kept for an hour. */
export interface ChangesTable {
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
export interface ChangeNumbersTable {
  name: 'stream';
  last: number | string;
  pruned: number | string;
}

/** Channel through which a person was notified. */
export type Channel = 'stream' | 'push' | 'text';

/** One row per person and new event once its channel is decided; the first channel to claim it wins. */
export interface DeliveriesTable {
  change_id: number | string;
  person: string;
  channel: Channel;
  at: string;
}
