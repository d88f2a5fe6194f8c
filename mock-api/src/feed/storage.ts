/** Messages in the database: encrypted, like the addresses for pushes, with a key that isn't there. */
import { sealBytes, unsealBytes } from '../security/sealed.ts';
import { type FeedMessage, isReadable, readMessage } from './message.ts';
import { decodeMessage } from './mllp/text.ts';

const PURPOSE = 'lodestar-feed';

export const sealMessage = (key: string, bytes: Buffer): string => sealBytes(key, bytes, PURPOSE);

/** Returns the bytes of a message; undefined if none of these keys opens it. */
export function openMessage(keys: readonly string[], raw: string): Buffer | undefined {
  for (const key of keys) {
    try {
      return unsealBytes(key, raw, PURPOSE);
    } catch {
      // Sealed with another key.
    }
  }
  return undefined;
}

/** Returns a stored message; undefined if it can't be decrypted or read. */
export function readStored(keys: readonly string[], raw: string): FeedMessage | undefined {
  const bytes = openMessage(keys, raw);
  const read = bytes && readMessage(decodeMessage(bytes).text);
  return read && isReadable(read) ? read : undefined;
}
