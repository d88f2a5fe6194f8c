/** The tables behind the stream: what has changed, how far the numbers are, and who was told of it on which way. */
import type { Generated } from 'kysely';
import type { ChangeKind } from '../contract.ts';

/**
 * Who may learn of a change. `person`: that person alone. `event` and `result`: also supporters whose permissions open
 * it. `request`: also the supporter who wrote it, while they may give feedback. Nobody else, ever.
 */
export type Audience = 'person' | 'event' | 'result' | 'request';

/** One row a change, for an hour. */
export interface ChangesTable {
  place: Generated<number>;
  /** Its number on the stream; null until it has one. PostgreSQL gives it as text. */
  id: number | string | null;
  /** Whose data changed. */
  person: string;
  kind: ChangeKind | 'resync';
  object_id: string;
  /** The profile's number in that person's account. */
  profile_id: number | null;
  audience: Audience;
  /** Of an event: what decides which permission opens it. */
  event_type: number | null;
  /** Of a request: who sent it. */
  author: string | null;
  /** When the thing itself says that it changed. */
  at: string;
  created_at: string;
}

/** One row: the last number given, and the last one that is not kept any more. */
export interface ChangeNumbersTable {
  name: 'stream';
  last: number | string;
  pruned: number | string;
}

/** How a person was told. */
export type Channel = 'stream' | 'push' | 'text';

/** One row once it is settled how a person is told of a new event; the first channel that claims it has it. */
export interface DeliveriesTable {
  change_id: number | string;
  person: string;
  channel: Channel;
  at: string;
}
