/** Takes messages: stores what is accepted, and answers once that is committed. */
import { createHash, randomUUID } from 'node:crypto';
import { after, DAY } from '../common/clock.ts';
import { CharacterSetError, type DecodedText, decodeMessage } from '../common/text/hl7-text.ts';
import type { FeedSettings } from '../config/hl7.ts';
import type { Database } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import { storeArrival } from '../repositories/feed/messages.ts';
import { sealMessage } from '../repositories/feed/raw.ts';
import { type FeedFault, type FeedHeader, isReadable, readMessage } from './message.ts';
import { acknowledge, type Refusal } from './mllp/acknowledgement.ts';
import type { Frame } from './mllp/frame.ts';
import type { Connection, Reply } from './mllp/server.ts';

/** Days in which a control id isn't used again, without a retention period. */
const DAYS_KNOWN = 30;

const FAULTS: Readonly<Record<FeedFault, Refusal>> = {
  'no MSH segment': { kind: 'reject', condition: 100, text: 'This is not an HL7 v2 message: there is no MSH segment' },
  'a batch of messages': { kind: 'reject', condition: 100, text: 'Send one message in each frame' },
  'separators in MSH-1 and MSH-2': { kind: 'reject', condition: 100, field: 2, text: 'MSH-1 or MSH-2 is not usable' },
  'a line that is no segment': { kind: 'reject', condition: 100, text: 'A line is not a segment' },
  'no message type in MSH-9': { kind: 'error', condition: 101, field: 9, text: 'MSH-9 is empty' },
  'no control id in MSH-10': { kind: 'error', condition: 101, field: 10, text: 'MSH-10 is empty' },
};

const TOO_LONG: Refusal = { kind: 'reject', condition: 207, text: 'The message is longer than 16 MB' };
const NOT_ALLOWED: Refusal = {
  kind: 'reject',
  condition: 103,
  field: 3,
  text: 'MSH-3 and MSH-4 name no sender that is accepted',
};
const WRONG_SET: Refusal = { kind: 'error', condition: 103, field: 18, text: 'The text is not in the set of MSH-18' };
const USED: Refusal = {
  kind: 'error',
  condition: 205,
  field: 10,
  text: 'MSH-10 was used for another message of the same time',
};

/** Returns the name under which a sender's messages are stored. */
const senderOf = ({ application, facility }: FeedHeader): string => `${application}/${facility}`;

/** Longest of what the database keeps of a header. */
const MOST_KEPT = 200;

export interface ReceiverOptions {
  database: Database<Tables>;
  feed: Pick<FeedSettings, 'senders'>;
  storageKey: string;
  /** Undefined: no period. */
  retentionDays: number | undefined;
  /** Called with a message's type once it is stored. */
  onStored(type: string): void;
  /** Called for text that should have been UTF-8. */
  onFallback(): void;
}

export class Receiver {
  readonly #options: ReceiverOptions;

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /**
   * Stores a message. Resolves with the answer, once that is committed; with undefined if the sender wants none.
   * @throws if it can't be stored now: the sender then sends it again
   */
  async receive({ bytes, isTooLong }: Frame, connection: Connection): Promise<Reply> {
    if (isTooLong) return acknowledge(bytes.toString('latin1'), TOO_LONG);
    const decoded = this.#decode(bytes);
    const text = decoded?.text ?? bytes.toString('latin1');
    const read = readMessage(text);
    if (read.header && !this.#isAllowed(read.header, connection)) return acknowledge(text, NOT_ALLOWED);
    if (!isReadable(read)) return acknowledge(text, FAULTS[read.fault]);
    if (!decoded) return acknowledge(text, WRONG_SET);
    if (!connection.admit(senderOf(read.header))) return 'close';
    if (decoded.isFallback) this.#options.onFallback();
    return acknowledge(text, await this.#store(read.header, bytes));
  }

  /** Returns undefined if the text isn't in the set that its header names. */
  #decode(bytes: Buffer): DecodedText | undefined {
    try {
      return decodeMessage(bytes);
    } catch (error) {
      if (error instanceof CharacterSetError) return undefined;
      throw error;
    }
  }

  #isAllowed(header: FeedHeader, { isLocal }: Connection): boolean {
    const { senders } = this.#options.feed;
    if (senders === undefined) return isLocal;
    return senders.some(
      ({ application, facility }) => application === header.application && facility === header.facility,
    );
  }

  async #store(header: FeedHeader, bytes: Buffer): Promise<Refusal | undefined> {
    const { database, storageKey, retentionDays = DAYS_KNOWN, onStored } = this.#options;
    const { controlId, type, sentAt } = header;
    const arrival = {
      id: randomUUID(),
      sender: senderOf(header).slice(0, MOST_KEPT),
      control_id: controlId.slice(0, MOST_KEPT),
      type: type.slice(0, MOST_KEPT),
      sent_at: sentAt.slice(0, MOST_KEPT),
      hash: createHash('sha256').update(bytes).digest('hex'),
      raw: sealMessage(storageKey, bytes),
    };
    const result = await storeArrival(database, arrival, after(-retentionDays * DAY));
    if (result === 'conflict') return USED;
    if (result === 'stored') onStored(type);
    return undefined;
  }
}
