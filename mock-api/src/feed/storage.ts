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

/** Returns the text of a stored message, a line for each segment; null if it can't be decrypted or decoded. */
export function readText(keys: readonly string[], raw: string): string | null {
  const bytes = openMessage(keys, raw);
  if (!bytes) return null;
  try {
    return decodeMessage(bytes).text.trim().replaceAll(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

/** Returns a stored message; undefined if it can't be decrypted or read. */
export function readStored(keys: readonly string[], raw: string): FeedMessage | undefined {
  const text = readText(keys, raw);
  const read = text === null ? undefined : readMessage(text);
  return read && isReadable(read) ? read : undefined;
}
