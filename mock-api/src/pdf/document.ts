/**
 * A readable document: headings, paragraphs and pictures that flow over as many letter pages as they need, tagged for
 * screen readers, with files attached.
 */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { addFonts } from './fonts.ts';
import { drawLine, type Line, linesOf, type Run } from './lines.ts';

/**
 * Pictures that a PDF can show as they are: JPEG, and PNG without transparency. pdfkit's own reader doesn't end on some
 * damaged files, and decodes transparent ones, however large they become.
 */

interface Picture {
  /** In px. */
  width: number;
  height: number;
  /** Entries of the image's dictionary, apart from its size. */
  entries: object;
  bytes: Buffer;
}

const SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB' };

function pictureOf(bytes: Buffer, size: { width: number; height: number }, entries: object): Picture | undefined {
  return size.width === 0 || size.height === 0 ? undefined : { ...size, entries, bytes };
}

/** Markers of a JPEG that begin a frame: all from SOF0 to SOF15 but DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): Picture | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      const size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      const space = SPACES[bytes[at + 9] ?? 0];
      const entries = { ColorSpace: space, BitsPerComponent: 8, Filter: 'DCTDecode' };
      return bytes[at + 4] === 8 && space ? pictureOf(bytes, size, entries) : undefined;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** Returns the chunks of a PNG; undefined if it is damaged. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (at + 12 + length > bytes.length) return undefined;
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Colour types of PNG: grey, red-green-blue, palette. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };

function readPng(bytes: Buffer): Picture | undefined {
  const chunks = chunksOf(bytes) ?? [];
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const [[header], [palette]] = [of('IHDR'), of('PLTE')];
  if (header?.length !== 13 || of('tRNS').length > 0) return undefined;
  const [bits = 0, colour = 0, , , interlace] = header.subarray(8);
  const channels = CHANNELS[colour];
  const isIndexed = colour === 3;
  if (channels === undefined || interlace !== 0 || bits > 8 || (isIndexed && !palette)) return undefined;
  const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
  const entries = {
    ColorSpace:
      palette && isIndexed ? ['Indexed', 'DeviceRGB', Math.floor(palette.length / 3) - 1, palette] : SPACES[channels],
    BitsPerComponent: bits,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: bits, Columns: size.width },
  };
  return pictureOf(Buffer.concat(of('IDAT')), size, entries);
}

/**
 * Returns a picture that a PDF can show as it is: JPEG, or PNG without transparency. Undefined for any other, or if it
 * is damaged. pdfkit's own reader doesn't end on some damaged files, and decodes transparent ones, however large they
 * become.
 */
export function readPicture(type: string, bytes: Buffer): Picture | undefined {
  if (type === 'image/jpeg') return readJpeg(bytes);
  return type === 'image/png' ? readPng(bytes) : undefined;
}

/** In points. */
const MARGIN = 56;
const FOOTER_SIZE = 8;
/** Distance of the footer's top from the bottom of the page, in points. */
const FOOTER_TOP = 40;
const PICTURE_HEIGHT = 320;
/** Points in a pixel: pictures are not enlarged beyond 96 dpi. */
const PIXEL = 0.75;
/** Bold letters of fonts without any: with an outline of this width, as a share of the size. */
const OUTLINE = 0.03;

type TextTag = 'H1' | 'H2' | 'H3' | 'P';

interface Style {
  size: number;
  /** Distance of lines, in points. */
  leading: number;
  /** Space above, in points. */
  above: number;
  /** Space that must be left on the page, so that a heading is never its last line. */
  keep: number;
}

const STYLES: Readonly<Record<TextTag, Style>> = {
  H1: { size: 20, leading: 25, above: 0, keep: 120 },
  H2: { size: 14, leading: 18, above: 16, keep: 80 },
  H3: { size: 10.5, leading: 14, above: 9, keep: 42 },
  P: { size: 10, leading: 13.5, above: 2, keep: 0 },
};

/** A file that comes with the document. */
export interface Attachment {
  /** Such as letter.pdf. */
  name: string;
  type: string;
  bytes: Buffer;
  description: string;
}

export class PdfDocument {
  readonly #document: PDFKit.PDFDocument;
  readonly #direction: 'ltr' | 'rtl';
  #pictures = 0;

  constructor(title: string, language: Language) {
    const { tag, direction } = LANGUAGES[language];
    this.#direction = direction;
    this.#document = new PDFDocument({
      // pdfkit writes the title into XML as it is.
      info: { Title: title.replaceAll(/[<>&]/g, ' ') },
      lang: tag,
      displayTitle: true,
      tagged: true,
      pdfVersion: '1.7',
      // US letter, as hospitals in Canada print.
      size: 'letter',
      margin: MARGIN,
      bufferPages: true,
    });
    addFonts(this.#document, tag);
    if (direction === 'rtl') Reflect.get(this.#document, '_root').data.ViewerPreferences.data.Direction = 'R2L';
  }

  heading(level: 1 | 2 | 3, text: string): void {
    this.#add(`H${level}`, [{ text, isBold: true }], 0);
  }

  /** @param indent in points */
  paragraph(text: string, indent = 0): void {
    this.#add('P', [{ text, isBold: false }], indent);
  }

  /** Adds a line such as "Email: lea@example.org", its name in bold. */
  fact(name: string, value: string, indent = 0): void {
    const runs = [
      { text: name, isBold: true },
      { text: ' ', isBold: false },
      { text: value, isBold: false },
    ];
    this.#add('P', runs, indent);
  }

  /**
   * Adds a picture.
   * @param alt what it shows
   * @returns false if documents cannot show pictures of this type
   */
  picture(type: string, bytes: Buffer, alt: string): boolean {
    const picture = readPicture(type, bytes);
    if (!picture) return false;
    const document = this.#document;
    const most = document.page.width - 2 * MARGIN;
    const scale = Math.min(PIXEL, most / picture.width, PICTURE_HEIGHT / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    this.#startBlock(STYLES.P.above, height);
    const { width: Width, height: Height } = picture;
    const object = document.ref({ Type: 'XObject', Subtype: 'Image', Width, Height, ...picture.entries });
    object.end(picture.bytes);
    this.#pictures += 1;
    const name = `P${this.#pictures}`;
    const draw = () => {
      document.page.xobjects[name] = object;
      document.save();
      const left = this.#direction === 'rtl' ? document.page.width - MARGIN - width : MARGIN;
      document.transform(width, 0, 0, -height, left, document.y + height);
      document.addContent(`/${name} Do`);
      document.restore();
      document.y += height;
    };
    document.addStructure(document.struct('Figure', { alt }, [draw]));
    return true;
  }

  attach({ bytes, ...described }: Attachment): void {
    const options = { ...described, relationship: 'Supplement' };
    this.#document.file(bytes, options);
  }

  /** Moves down, or to the next page if the space there is shorter than what must fit, in points. */
  #startBlock(above: number, fits: number): void {
    const document = this.#document;
    if (document.y + above + fits > document.page.maxY()) document.addPage();
    else document.y += above;
  }

  #add(tag: TextTag, runs: readonly Run[], indent: number): void {
    const document = this.#document;
    const { size, leading, above, keep } = STYLES[tag];
    this.#startBlock(above, leading + keep);
    const show = () => {
      for (const line of this.#lines(runs, size, indent)) {
        if (document.y + leading > document.page.maxY()) document.continueOnNewPage();
        const { y } = document;
        this.#draw(line, size, indent, y);
        document.y = y + leading;
      }
    };
    document.addStructure(document.struct(tag, {}, [show]));
  }

  #lines(runs: readonly Run[], size: number, indent = 0): Line[] {
    const width = this.#document.page.width - 2 * MARGIN - indent;
    return linesOf(this.#document, runs, { size, width, direction: this.#direction });
  }

  /** @param y of the line's top */
  #draw(line: Line, size: number, indent: number, y: number): void {
    const document = this.#document;
    const start = MARGIN + indent;
    const x = this.#direction === 'rtl' ? document.page.width - start - line.width : start;
    document.lineWidth(size * OUTLINE);
    drawLine(document, line, size, x, y + size);
  }

  /**
   * Returns the file.
   * @param footer text at the bottom of each page, by its number from 1 on
   */
  async finish(footer: (page: number, of: number) => string): Promise<Buffer> {
    const document = this.#document;
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      const { height } = document.switchToPage(index);
      document.markContent('Artifact', { type: 'Pagination' });
      for (const line of this.#lines([{ text: footer(index + 1, count), isBold: false }], FOOTER_SIZE))
        this.#draw(line, FOOTER_SIZE, 0, height - FOOTER_TOP);
      document.endMarkedContent();
    }
    document.end();
    return buffer(document);
  }
}
