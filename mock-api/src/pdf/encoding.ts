/** Text in the encoding of the PDF's own fonts: Windows-1252. */

/** Characters of Windows-1252 beyond Latin-1 that occur in names and texts. */
const WINDOWS: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  Œ: 0x8c,
  œ: 0x9c,
  Š: 0x8a,
  š: 0x9a,
  Ž: 0x8e,
  ž: 0x9e,
  Ÿ: 0x9f,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '\u202f': 0xa0,
};

/** What takes the place of characters that the fonts lack, where losing them could change the meaning of a value. */
const SPELLED: Readonly<Record<string, string>> = {
  '⁰': '^0',
  '⁴': '^4',
  '⁵': '^5',
  '⁶': '^6',
  '⁷': '^7',
  '⁸': '^8',
  '⁹': '^9',
  '⁻': '^-',
  μ: 'µ',
  '≥': '>=',
  '≤': '<=',
  '−': '-',
  '\u2011': '-',
  '\u2009': ' ',
  '→': '->',
};

/** Returns the characters of a text, without those that have to be spelled differently. */
export const spelled = (text: string): string[] =>
  [...text.normalize('NFC')].flatMap((character) => [...(SPELLED[character] ?? character)]);

/** Byte of the question mark, for letters that the fonts lack. */
const UNKNOWN = 0x3f;

/** Returns the byte of a character; undefined if the fonts lack it. */
export function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  const isLatin = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);
  return isLatin ? code : WINDOWS[character];
}

/** Returns the bytes of a text. A letter that the fonts lack loses its accent, or becomes a question mark. */
export function bytesOf(text: string): number[] {
  return spelled(text).map((character) => byteOf(character) ?? byteOf(character.normalize('NFD')[0] ?? '?') ?? UNKNOWN);
}

/** Returns bytes as a PDF string. */
export const hexString = (bytes: readonly number[]): string => `<${Buffer.from(bytes).toString('hex')}>`;

/** Returns a text as a PDF string in the encoding of the fonts. */
export const encoded = (text: string): string => hexString(bytesOf(text));

/** Returns a text as a PDF string in UTF-16, for what readers show outside the page. */
export const textString = (text: string): string => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
};
