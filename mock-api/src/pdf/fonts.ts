/**
 * The fonts of documents. Helvetica, which every reader has, writes most texts. Letters that it lacks come from Inter
 * (`fonts/`, the static instance of 400 weight and 14 points of version 4.001), which is embedded where it is used, and
 * Chinese, Japanese and Korean from the reader's own fonts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byteOf, hexString, spelled } from './encoding.ts';
import { deflatedStream, font, type PdfObjects } from './file.ts';
import { widthOf } from './metrics.ts';
import { readTrueType, type TrueType } from './truetype.ts';

/** One font as the pages use it. */
export interface Face {
  /** Name in the resources of pages, apart from the weight. */
  name: string;
  /** Whether it includes bold letters; otherwise bold is drawn with outlines. */
  hasBold: boolean;
  has(character: string): boolean;
  /** Returns a text as a PDF string. */
  encode(text: string): string;
  /** Returns the width in points. */
  widthOf(text: string, size: number, isBold: boolean): number;
  /**
   * Adds the font to a file. Returns the number of its object.
   * @param used the characters that the file has
   */
  add(objects: PdfObjects, used: ReadonlySet<string>): number;
}

const bytesOf = (text: string) => [...text].map((character) => byteOf(character) ?? 0);

const HELVETICA: Face = {
  name: 'R',
  hasBold: true,
  has: (character) => byteOf(character) !== undefined,
  encode: (text) => hexString(bytesOf(text)),
  widthOf: (text, size, isBold) => widthOf(bytesOf(text), size, isBold),
  add: (objects) => objects.add(font('Helvetica')),
};

const hex = (value: number) => value.toString(16).padStart(4, '0');
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Returns the table by which readers copy and read aloud what glyphs show. */
const toUnicode = (pairs: readonly (readonly [glyph: number, character: string])[]): string =>
  [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    // At most 100 in each block.
    ...Array.from({ length: Math.ceil(pairs.length / 100) }, (_, index) => {
      const block = pairs.slice(100 * index, 100 * (index + 1));
      const lines = block.map(([glyph, character]) => `<${hex(glyph)}> <${utf16(character)}>`);
      return `${block.length} beginbfchar\n${lines.join('\n')}\nendbfchar`;
    }),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');

/** A font in `fonts/`, which is read when a text first needs it. */
class EmbeddedFace implements Face {
  readonly name: string;
  readonly hasBold = false;
  readonly #file: string;
  #font: TrueType | undefined;

  constructor(name: string, part: string) {
    this.name = name;
    this.#file = join(import.meta.dirname, `fonts/inter-${part}.ttf`);
  }

  #read(): TrueType {
    this.#font ??= readTrueType(readFileSync(this.#file));
    return this.#font;
  }

  #glyphs(text: string): number[] {
    return [...text].map((character) => this.#read().glyphOf(character) ?? 0);
  }

  has(character: string): boolean {
    return this.#read().glyphOf(character) !== undefined;
  }

  encode(text: string): string {
    return `<${this.#glyphs(text).map(hex).join('')}>`;
  }

  widthOf(text: string, size: number): number {
    return (this.#glyphs(text).reduce((sum, glyph) => sum + this.#read().widthOf(glyph), 0) * size) / 1_000;
  }

  add(objects: PdfObjects, used: ReadonlySet<string>): number {
    const { bytes, box, ascent, descent, glyphOf, widthOf: width } = this.#read();
    const pairs = [...used].map((character) => [glyphOf(character) ?? 0, character] as const);
    const base = `/BaseFont /Inter-${this.name}`;
    const file = objects.add(deflatedStream(bytes, `/Length1 ${bytes.length}`));
    const descriptor = objects.add(
      `<< /Type /FontDescriptor /FontName /Inter-${this.name} /Flags 4 /FontBBox [${box.join(' ')}] /ItalicAngle 0` +
        ` /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${file} 0 R >>`,
    );
    const widths = pairs.map(([glyph]) => `${glyph} [${width(glyph)}]`).join(' ');
    const glyphs = objects.add(
      `<< /Type /Font /Subtype /CIDFontType2 ${base} /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity` +
        ` /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [${widths}] >>`,
    );
    const unicode = objects.add(deflatedStream(Buffer.from(toUnicode(pairs)), ''));
    return objects.add(
      `<< /Type /Font /Subtype /Type0 ${base} /Encoding /Identity-H /DescendantFonts [${glyphs} 0 R]` +
        ` /ToUnicode ${unicode} 0 R >>`,
    );
  }
}

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

/** One of Adobe's collections of characters, which readers show in one of their fonts. Each letter is a square. */
const readersFont = ({ name, script, ordering, supplement, table, font: base }: Collection): Face => ({
  name,
  hasBold: false,
  has: (character) => script.test(character),
  encode: (text) => `<${utf16(text)}>`,
  widthOf: (text, size) => [...text].length * size,
  add(objects) {
    const descriptor = objects.add(
      `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880` +
        ' /Descent -120 /CapHeight 880 /StemV 80 >>',
    );
    const glyphs = objects.add(
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${base} /FontDescriptor ${descriptor} 0 R /DW 1000` +
        ` /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement ${supplement} >> >>`,
    );
    return objects.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${base}-${table} /Encoding /${table} /DescendantFonts [${glyphs} 0 R] >>`,
    );
  },
});

/** In the order in which a letter is looked for. */
const FACES: readonly Face[] = [
  HELVETICA,
  ...['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].map(
    (part, index) => new EmbeddedFace(`I${index}`, part),
  ),
  readersFont({
    name: 'J',
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    ordering: 'Japan1',
    supplement: 6,
    table: 'UniJIS-UTF16-H',
    font: 'HeiseiKakuGo-W5',
  }),
  readersFont({
    name: 'K',
    script: /\p{Script=Hangul}/u,
    ordering: 'Korea1',
    supplement: 2,
    table: 'UniKS-UTF16-H',
    font: 'HYSMyeongJo-Medium',
  }),
  readersFont({
    name: 'C',
    script: /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
    ordering: 'GB1',
    supplement: 5,
    table: 'UniGB-UTF16-H',
    font: 'STSong-Light',
  }),
];

const faceOf = (character: string): Face | undefined => FACES.find((face) => face.has(character));

/** Returns whether the fonts have every letter of a text. */
export const isShowable = (text: string): boolean =>
  [...new Set(spelled(text))].every((character) => /\s/.test(character) || faceOf(character) !== undefined);

/** A piece of a text in one font. */
export interface Segment {
  face: Face;
  text: string;
}

/**
 * Splits a text by the fonts that have its letters. A letter that none has loses its accent, or becomes a question mark.
 */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  for (const character of spelled(text)) {
    const shown = [character, character.normalize('NFD')[0] ?? '?', '?'].find((letter) => faceOf(letter)) ?? '?';
    const face = faceOf(shown) ?? HELVETICA;
    const last = segments.at(-1);
    if (last?.face === face) last.text += shown;
    else segments.push({ face, text: shown });
  }
  return segments;
}
