/** What becomes of a message of the hospital's feed: which applier takes which type. */
import type { FeedReason } from '../contract.ts';
import type { Trx } from '../db/schema.ts';
import type { FeedMessage } from './message.ts';

export type Outcome =
  /** Matched to a patient and maybe to a stay, by its number. */
  | { state: 'applied'; userId: string | null; stay?: string | undefined }
  | { state: 'aside'; reason: FeedReason; userId?: string | undefined }
  | { state: 'unused' };

export interface StoredMessage extends FeedMessage {
  /** In the table `feed_message`. */
  id: string;
  receivedAt: string;
}

type Applier = (trx: Trx, message: StoredMessage) => Promise<Outcome>;

/** Message type (`ADT^A01`) -> what applies it. All others are kept and not used. */
const APPLIERS: ReadonlyMap<string, Applier> = new Map();

/**
 * Applies a message as part of `trx`. What it has written is undone if it puts the message aside or throws; a message
 * that it throws at is put aside.
 */
export async function applyMessage(trx: Trx, message: StoredMessage): Promise<Outcome> {
  const apply = APPLIERS.get(message.header.type);
  return apply ? apply(trx, message) : { state: 'unused' };
}
