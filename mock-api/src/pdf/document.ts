/**
 * A readable document: headings, paragraphs and pictures that flow over as many letter pages as they need, tagged for
 * screen readers, with files attached.
 */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { addFonts, segmentsOf } from './fonts.ts';
import { readPicture } from './pictures.ts';

/** In points. */
const MARGIN = 56;
const FOOTER_SIZE = 8;
/** Distance of the footer's top from the bottom of the page, in points. */
const FOOTER_TOP = 40;
/** Largest height of a picture. */
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

/** A piece of a paragraph. */
interface Run {
  text: string;
  isBold: boolean;
}

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
  #pictures = 0;

  /** @param language a tag such as fr-CA */
  constructor(title: string, language: string) {
    this.#document = new PDFDocument({
      // pdfkit writes the title into XML as it is.
      info: { Title: title.replaceAll(/[<>&]/g, ' ') },
      lang: language,
      displayTitle: true,
      tagged: true,
      pdfVersion: '1.7',
      // US letter, as hospitals in Canada print.
      size: 'letter',
      margin: MARGIN,
      bufferPages: true,
    });
    addFonts(this.#document);
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
      { text: `${name} `, isBold: true },
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
      document.transform(width, 0, 0, -height, MARGIN, document.y + height);
      document.addContent(`/${name} Do`);
      document.restore();
      document.y += height;
    };
    document.addStructure(document.struct('Figure', { alt }, [draw]));
    return true;
  }

  /** Attaches a file to the document. */
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
    document.x = MARGIN + indent;
    document.addStructure(document.struct(tag, {}, [() => this.#show(runs, size, { leading })]));
  }

  /** Writes from the current position on: one line, or as many as needed if their distance is given. */
  #show(runs: readonly Run[], size: number, { leading }: { leading?: number } = {}): void {
    const document = this.#document;
    const segments = runs.flatMap(({ text, isBold }) => segmentsOf(text, isBold));
    document.lineWidth(size * OUTLINE);
    for (const [index, { font, text, isOutlined }] of segments.entries()) {
      document.font(font, size);
      document.text(text, {
        lineBreak: leading !== undefined,
        lineGap: (leading ?? size) - document.currentLineHeight(true),
        // The same for all fonts.
        baseline: -size,
        continued: index < segments.length - 1,
        fill: true,
        stroke: isOutlined,
      });
    }
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
      Object.assign(document, { x: MARGIN, y: height - FOOTER_TOP });
      this.#show([{ text: footer(index + 1, count), isBold: false }], FOOTER_SIZE);
      document.endMarkedContent();
    }
    document.end();
    return buffer(document);
  }
}
