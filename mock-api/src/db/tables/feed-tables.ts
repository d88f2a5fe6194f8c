/** Tables of the hospital's feed (HL7 v2). */
import type { Generated } from 'kysely';
import type { FeedReason, FeedState } from '../../contract.ts';

/** Messages as they came. A sender's are applied in the order of `sequence`. */
export interface FeedMessageTable {
  id: string;
  /** MSH-3.1 and MSH-4.1: `APP/FACILITY`. */
  sender: string;
  /** Order of arrival among the sender's messages. PostgreSQL returns it as text. */
  sequence: number;
  /** MSH-10. */
  control_id: string;
  /** MSH-9, such as `ADT^A01`. */
  type: string;
  /** MSH-7 as the sender wrote it. */
  sent_at: string;
  /** SHA-256 of the bytes. */
  hash: string;
  /** The bytes, encrypted. */
  raw: string;
  received_at: string;
  /** Since when it waits to be applied: when it came, or when it was last to be tried again. */
  due_at: string;
  state: FeedState;
  /** Why it is put aside; null in other states. */
  reason: FeedReason | null;
  /** Patient that it was matched to. */
  user_id: string | null;
  /** Number of the stay (PV1-19) that it was matched to. */
  stay: string | null;
}

/** People that a message names, known or not, by their number at the hospital: `AUTHORITY|NUMBER`. */
interface FeedMessagePersonTable {
  message_id: string;
  person: string;
}

/** One row per merge of two patients. Of the retired one, whose account is disabled, only this and the log speak. */
export interface MergesTable {
  id: string;
  /** The surviving patient. */
  user_id: string;
  retired_id: string;
  /** Numbers at the hospital, as `AUTHORITY|NUMBER`. */
  kept_number: string;
  retired_number: string;
  merged_at: string;
  undone_at: Generated<string | null>;
  /** Staff member. */
  undone_by: Generated<string | null>;
}

/** What a merge has moved, and what came later under the retired number: an undo gives it back. */
interface MergeMovesTable {
  merge_id: string;
  /** Table and column, such as `stays.user_id`; `supporters.status`: the patient is to be asked about this one again. */
  place: string;
  row_id: string;
}

export interface FeedTables {
  feed_message: FeedMessageTable;
  feed_message_person: FeedMessagePersonTable;
  merges: MergesTable;
  merge_moves: MergeMovesTable;
}
