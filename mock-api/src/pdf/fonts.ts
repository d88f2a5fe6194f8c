/**
 * The fonts of documents. Helvetica, which every reader has, writes most words. Words with letters that it lacks are in
 * Source Sans 3 (`fonts/`, version 3.052), Arabic and Gurmukhi in Noto Sans: of these the used letters are embedded.
 * Chinese, Japanese and Korean are in the reader's own fonts. All of them keep signs as they were typed: other fonts draw
 * an arrow for "->", or move digits so close to a decimal point that 4.1 looks like 41.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSync } from 'fontkit';
import { addCollections, collectionOf } from './collections.ts';
import { shapeWith } from './shaped.ts';

/** A font in both weights. */
interface Family {
  regular: string;
  bold: string;
}

const HELVETICA: Family = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const fileOf = (weight: string) => join(import.meta.dirname, `fonts/SourceSans3-${weight}.ttf`);
const EMBEDDED: Family = { regular: fileOf('Regular'), bold: fileOf('Bold') };

const ARABIC: Family = {
  regular: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  ),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf')),
};
const GURMUKHI: Family = {
  regular: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
  ),
  bold: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/700Bold/NotoSansGurmukhi_700Bold.ttf'),
  ),
};

/** Fonts whose letters change with the letters beside them, by the script that they write. */
const SHAPED = [
  { family: ARABIC, script: /\p{Script_Extensions=Arabic}/u },
  { family: GURMUKHI, script: /\p{Script_Extensions=Gurmukhi}/u },
];

/** Characters of Helvetica: those of Windows-1252. */
const IN_HELVETICA = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+$/;

/** Characters that say how others are ordered or joined, and show nothing themselves. */
const INVISIBLE = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Those that change the shape of letters. */
const JOINER = /^[\u200c\u200d]$/;
const keepJoiner = (character: string) => (JOINER.test(character) ? character : '');

const letters = new Map<string, ReadonlySet<number>>();

/** Returns whether a family has a character, in both weights. Its file is read when a text first needs it. */
function isIn({ regular }: Family, character: string): boolean {
  let known = letters.get(regular);
  if (!known) {
    const font = openSync(regular);
    known = new Set('characterSet' in font ? font.characterSet : []);
    letters.set(regular, known);
  }
  return known.has(character.codePointAt(0) ?? 0);
}

const shapedFamily = (character: string) =>
  SHAPED.find(({ family, script }) => script.test(character) && isIn(family, character))?.family;

const isKnown = (character: string) =>
  IN_HELVETICA.test(character) ||
  isIn(EMBEDDED, character) ||
  shapedFamily(character) !== undefined ||
  collectionOf(character) !== undefined;

/** Returns whether the fonts have every letter of a text. */
export const isShowable = (text: string): boolean =>
  [...new Set(text.normalize('NFC').replaceAll(INVISIBLE, ''))].every(
    (character) => /\s/.test(character) || isKnown(character),
  );

/** Adds the fonts to a document that pdfkit doesn't find by their name or file. */
export function addFonts(document: PDFKit.PDFDocument, language: string): void {
  addCollections(document);
  for (const { regular, bold } of SHAPED.map(({ family }) => family))
    for (const file of [regular, bold]) shapeWith(document, file, language);
}

/** A piece of a text in one font. */
export interface Segment {
  font: string;
  text: string;
  /** Whether the font has no bold letters: they are drawn with an outline. */
  isOutlined: boolean;
}

/** Returns the character, else its letter without accents, else a question mark. */
const shownAs = (character: string): string => [character, character.normalize('NFD')[0] ?? '?'].find(isKnown) ?? '?';

/**
 * Returns a text with characters that the fonts have. Helvetica has no narrow spaces: the words beside one would be in
 * another font.
 */
export const toShowable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[ \t\r]+/g, ' ')
    .replaceAll(/[\u2009\u202f]/g, '\u00a0')
    .replaceAll(/[^\s\x20-\x7e]/gu, (character) =>
      character.replace(INVISIBLE, '') === '' ? character : shownAs(character),
    );

const isShaped = (font: string) => SHAPED.some(({ family: { regular, bold } }) => font === regular || font === bold);

/** Returns whether two segments can be one. Only shaped fonts write from right to left; others write one sign a segment. */
export const canExtend = (last: Segment, next: Segment, isRightToLeft: boolean): boolean =>
  last.font === next.font && last.isOutlined === next.isOutlined && (!isRightToLeft || isShaped(last.font));

/** Splits a showable text by the fonts that have its letters. */
export function segmentsOf(text: string, isBold: boolean, isRightToLeft: boolean): Segment[] {
  const segments: Segment[] = [];
  const add = (part: string, { regular, bold }: Family, isOutlined = false) => {
    const segment = { font: isBold ? bold : regular, text: part, isOutlined: isBold && isOutlined };
    const last = segments.at(-1);
    if (last && canExtend(last, segment, isRightToLeft)) last.text += part;
    else segments.push(segment);
  };
  const addCharacter = (character: string) => {
    const last = segments.at(-1);
    if (JOINER.test(character)) {
      if (last && isShaped(last.font)) last.text += character;
    } else if (isRightToLeft && isIn(ARABIC, character)) add(character, ARABIC);
    else if (isIn(EMBEDDED, character)) add(character, EMBEDDED);
    else {
      const collection = collectionOf(character);
      const family = shapedFamily(character) ?? (collection && { regular: collection, bold: collection });
      add(character, family || HELVETICA, collection !== undefined);
    }
  };
  for (const word of text.replaceAll(INVISIBLE, keepJoiner).match(/\s+|[^\s]+/gu) ?? []) {
    if (!isRightToLeft && IN_HELVETICA.test(word)) add(word, HELVETICA);
    else for (const character of word) addCharacter(character);
  }
  return segments;
}
