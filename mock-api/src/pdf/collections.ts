/**
 * Chinese, Japanese and Korean in the reader's own fonts, which are not embedded: pdfkit has no option for fonts that are
 * neither standard nor embedded.
 */
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

/** Adds the reader's own fonts to a document, under the names of their collections. */
export function addCollections(document: PDFKit.PDFDocument): void {
  const families: Record<string, object> = Reflect.get(document, '_fontFamilies');
  for (const collection of COLLECTIONS) families[collection.name] = readersFont(document, collection);
}

/** Returns the name of the font that has a character; undefined if none has. */
export const collectionOf = (character: string): string | undefined =>
  COLLECTIONS.find(({ script }) => script.test(character))?.name;
