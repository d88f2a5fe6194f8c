/** Messages in the database: encrypted, like the addresses for pushes, with a key that isn't there. */
import { decodeMessage } from '../../common/text/hl7-text.ts';
import { sealBytes, unsealBytes } from '../../security/sealed.ts';

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
