/** From a message's bytes to its text: character set (MSH-18) and byte order mark. */

export interface DecodedText {
  text: string;
  /** Whether it isn't UTF-8, although it should be, and was read as Latin-1. */
  isFallback: boolean;
}

/** A character set that messages can't be read in. */
export class CharacterSetError extends Error {
  override readonly name = 'CharacterSetError';
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const HEADER_BYTES = 4 * 1024;
const CHARACTER_SET = 18;

/** Returns the bytes from the message's header on: without a byte order mark and empty lines. */
function trimStart(bytes: Buffer): Buffer {
  const unmarked = bytes.subarray(0, 3).equals(MARK) ? bytes.subarray(3) : bytes;
  const first = unmarked.findIndex((byte) => byte > 0x20);
  return first === -1 ? unmarked.subarray(unmarked.length) : unmarked.subarray(first);
}

/** Returns the first repetition of MSH-18: the set that the message begins with. */
function declaredSet(bytes: Buffer): string {
  const [header = ''] = bytes.toString('latin1', 0, HEADER_BYTES).split(/[\r\n]/, 1);
  const [separator = '|', repetition = '~'] = [header[3], header[5]];
  // MSH-1 is the separator itself.
  const value = header.split(separator)[CHARACTER_SET - 1] ?? '';
  return (value.split(repetition)[0] ?? '').trim().toUpperCase();
}

const isAscii = (bytes: Buffer) => bytes.every((byte) => byte < 0x80 && byte !== 0x1b);

/** Browsers and hospitals mean Windows' set by Latin-1: it has the same letters, and quotes where that has nothing. */
const LATIN_1 = 'windows-1252';

/** Returns the encoding of bytes that aren't ASCII. */
function encodingOf(declared: string): string {
  if (declared === '' || declared === 'ASCII' || declared === 'UNICODE' || /^(UNICODE )?UTF-?8$/.test(declared))
    return 'utf-8';
  const part = /^(?:ISO[- ]?)?8859[/-](\d{1,2})$/.exec(declared)?.[1];
  if (part === '1') return LATIN_1;
  if (part !== undefined) return `iso-8859-${part}`;
  throw new CharacterSetError(declared);
}

function decodeBytes(bytes: Buffer): DecodedText {
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), isFallback: false };
  const encoding = encodingOf(declaredSet(bytes));
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), isFallback: false };
  } catch (error) {
    if (encoding !== 'utf-8') throw new CharacterSetError(String(error));
    return { text: new TextDecoder(LATIN_1).decode(bytes), isFallback: true };
  }
}

/**
 * Decodes a message as its header says. What is no UTF-8, although it should be, is Latin-1.
 * @throws CharacterSetError
 */
export function decodeMessage(bytes: Buffer): DecodedText {
  const { text, isFallback } = decodeBytes(trimStart(bytes));
  // PostgreSQL stores no NUL.
  return { text: text.replaceAll('\0', ''), isFallback };
}
