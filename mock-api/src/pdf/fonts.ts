/**
 * The fonts of documents. Helvetica, which every reader has, writes most words. Words with letters that it lacks are in
 * Source Sans 3 (`fonts/`, version 3.052), of which the used letters are embedded, and Chinese, Japanese and Korean are
 * in the reader's own fonts. All of them keep signs as they were typed: other fonts draw an arrow for "->", or move
 * digits so close to a decimal point that 4.1 looks like 41.
 */
import { join } from 'node:path';
import { openSync } from 'fontkit';
import { LANGUAGES, type Language } from 'shared-ui/contract/languages';

/** A font in both weights. */
interface Family {
  regular: string;
  bold: string;
}

const HELVETICA: Family = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const fileOf = (weight: string) => join(import.meta.dirname, `fonts/SourceSans3-${weight}.ttf`);
const EMBEDDED: Family = { regular: fileOf('Regular'), bold: fileOf('Bold') };

/** Characters of Helvetica: those of Windows-1252. */
const IN_HELVETICA = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+$/;

let letters: ReadonlySet<number> | undefined;

/** Returns whether the embedded font has a letter, in both weights. Its file is read when a text first needs it. */
function isInEmbedded(character: string): boolean {
  if (!letters) {
    const font = openSync(EMBEDDED.regular);
    letters = new Set('characterSet' in font ? font.characterSet : []);
  }
  return letters.has(character.codePointAt(0) ?? 0);
}

/** One of Adobe's collections of characters, which readers show in one of their fonts. */
interface Collection {
  name: string;
  /** Scripts of its characters. */
  script: RegExp;
  ordering: string;
  supplement: number;
  /** Name of the table of its characters that readers know. */
  table: string;
  /** Font that readers replace with their own. */
  font: string;
}

const COLLECTIONS: readonly Collection[] = [
  {
    name: 'J',
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    ordering: 'Japan1',
    supplement: 6,
    table: 'UniJIS-UTF16-H',
    font: 'HeiseiKakuGo-W5',
  },
  {
    name: 'K',
    script: /\p{Script=Hangul}/u,
    ordering: 'Korea1',
    supplement: 2,
    table: 'UniKS-UTF16-H',
    font: 'HYSMyeongJo-Medium',
  },
  {
    name: 'C',
    script: /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
    ordering: 'GB1',
    supplement: 5,
    table: 'UniGB-UTF16-H',
    font: 'STSong-Light',
  },
];

/** In thousandths of the font size. */
const METRICS = { ascender: 880, descender: -120, lineGap: 0, xHeight: 500, capHeight: 880 };
const ADVANCE = { xAdvance: 1_000, advanceWidth: 1_000, yAdvance: 0, xOffset: 0, yOffset: 0 };

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Returns a font that pdfkit writes with and doesn't embed. Each letter is a square. */
function readersFont(document: PDFKit.PDFDocument, { name, ordering, supplement, table, font }: Collection) {
  let used: PDFKit.PDFKitReference | undefined;
  const ref = (data: object) => {
    const written = document.ref(data);
    written.end(undefined);
    return written;
  };
  return {
    ...METRICS,
    name,
    id: name,
    encode: (text: string) => [[...text].map(utf16), Array.from(text, () => ADVANCE)],
    widthOfString: (text: string, size: number) => [...text].length * size,
    lineHeight: (size: number) => ((METRICS.ascender - METRICS.descender) * size) / 1_000,
    ref: () => {
      used ??= document.ref({});
      return used;
    },
    finalize() {
      if (!used) return;
      const FontDescriptor = ref({
        Type: 'FontDescriptor',
        FontName: font,
        Flags: 4,
        FontBBox: [0, -120, 1_000, 880],
        ItalicAngle: 0,
        Ascent: 880,
        Descent: -120,
        CapHeight: 880,
        StemV: 80,
      });
      const [Registry, Ordering] = [Buffer.from('Adobe'), Buffer.from(ordering)];
      const glyphs = ref({
        Type: 'Font',
        Subtype: 'CIDFontType0',
        BaseFont: font,
        FontDescriptor,
        DW: 1_000,
        CIDSystemInfo: { Registry, Ordering, Supplement: supplement },
      });
      Object.assign(used.data, {
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: `${font}-${table}`,
        Encoding: table,
        DescendantFonts: [glyphs],
      });
      used.end(undefined);
    },
  };
}

/** Adds the reader's own fonts to a document: pdfkit has no option for fonts that are neither standard nor embedded. */
export function addFonts(document: PDFKit.PDFDocument): void {
  const families: Record<string, object> = Reflect.get(document, '_fontFamilies');
  for (const collection of COLLECTIONS) families[collection.name] = readersFont(document, collection);
}

const collectionOf = (character: string) => COLLECTIONS.find(({ script }) => script.test(character));
const isKnown = (character: string) =>
  IN_HELVETICA.test(character) || isInEmbedded(character) || collectionOf(character) !== undefined;

/** Returns whether the fonts have every letter of a text. */
export const isShowable = (text: string): boolean =>
  [...new Set(text.normalize('NFC'))].every((character) => /\s/.test(character) || isKnown(character));

/** Returns the language in which a document for a reader can be printed: English if the fonts lack their letters. */
export const printable = (locale: Language): Language => (isShowable(LANGUAGES[locale].name) ? locale : 'en');

/** A piece of a text in one font. */
interface Segment {
  font: string;
  text: string;
  /** Whether the font has no bold letters: they are drawn with an outline. */
  isOutlined: boolean;
}

/** Returns the character, else its letter without accents, else a question mark. */
const shownAs = (character: string): string => [character, character.normalize('NFD')[0] ?? '?'].find(isKnown) ?? '?';

/** Splits a text by the fonts that have its letters. */
export function segmentsOf(text: string, isBold: boolean): Segment[] {
  const segments: Segment[] = [];
  const add = (part: string, { regular, bold }: Family, isOutlined = false) => {
    const font = isBold ? bold : regular;
    const last = segments.at(-1);
    if (last?.font === font) last.text += part;
    else segments.push({ font, text: part, isOutlined: isBold && isOutlined });
  };
  // Helvetica has no narrow spaces: the words beside one would be in another font.
  const plain = text
    .normalize('NFC')
    .replaceAll(/[ \t\r]+/g, ' ')
    .replaceAll(/[\u2009\u202f]/g, '\u00a0');
  for (const word of plain.match(/\s+|[^\s]+/gu) ?? []) {
    if (IN_HELVETICA.test(word)) add(word, HELVETICA);
    else
      for (const shown of [...word].map(shownAs)) {
        const collection = isInEmbedded(shown) ? undefined : collectionOf(shown);
        if (collection) add(shown, { regular: collection.name, bold: collection.name }, true);
        else add(shown, EMBEDDED);
      }
  }
  return segments;
}
