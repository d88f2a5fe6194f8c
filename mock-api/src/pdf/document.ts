/**
 * A readable document: headings, paragraphs and pictures that flow over as many letter pages as they need, tagged for
 * screen readers, with files attached.
 */
import { textString } from './encoding.ts';
import { deflatedStream, font, number, PdfObjects, stream } from './file.ts';
import { type Face, type Segment, segmentsOf } from './fonts.ts';
import { readPicture } from './pictures.ts';

/** In points: US letter, as hospitals in Canada print. */
const PAGE = { width: 612, height: 792 };
const MARGIN = 56;
const FOOTER_SIZE = 8;
const FOOTER_BASE = 32;
/** Largest height of a picture. */
const PICTURE_HEIGHT = 320;
/** Points in a pixel: pictures are not enlarged beyond 96 dpi. */
const PIXEL = 0.75;

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

/** A piece of a line in one font. */
interface Run {
  text: string;
  isBold: boolean;
}

interface Page {
  /** Drawing instructions. */
  content: string[];
  /** Element of each piece of marked content, by its number. */
  elements: number[];
}

/** A heading or paragraph, as readers navigate it. */
interface Element {
  tag: TextTag | 'Figure';
  /** What a picture shows. */
  alt?: string;
  /** Marked content on pages, by index of the page. */
  pieces: { page: number; id: number }[];
}

interface Word {
  segments: Segment[];
  isBold: boolean;
  width: number;
}

/** A file that comes with the document. */
export interface Attachment {
  /** Such as letter.pdf. */
  name: string;
  type: string;
  bytes: Buffer;
  description: string;
}

/** Bold letters of fonts without any: with an outline of this width, as a share of the size. */
const OUTLINE = 0.03;

export class PdfDocument {
  readonly #title: string;
  readonly #language: string;
  readonly #pages: Page[] = [];
  readonly #elements: Element[] = [];
  readonly #objects = new PdfObjects();
  readonly #attachments: number[] = [];
  /** Objects of the pictures, whose names on pages are P and this number. */
  readonly #pictures: number[] = [];
  /** Characters of each font that are used. */
  readonly #used = new Map<Face, Set<string>>();
  /** Objects that refer to others, which come first. */
  readonly #catalogue: number;
  readonly #tree: number;
  readonly #list: number;
  /** Baseline of the last line, from the bottom of the page. */
  #y = 0;

  /** @param language a tag such as fr-CA */
  constructor(title: string, language: string) {
    this.#title = title;
    this.#language = language;
    this.#catalogue = this.#objects.add();
    this.#list = this.#objects.add();
    this.#tree = this.#objects.add();
    this.#addPage();
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
    const most = PAGE.width - 2 * MARGIN;
    const scale = Math.min(PIXEL, most / picture.width, PICTURE_HEIGHT / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    if (this.#y - STYLES.P.above - height < MARGIN) this.#addPage();
    this.#y -= STYLES.P.above + height;
    const object = this.#objects.add(picture.object);
    this.#pictures.push(object);
    const place = `${number(width)} 0 0 ${number(height)} ${MARGIN} ${number(this.#y)} cm`;
    this.#elements.push({ tag: 'Figure', alt, pieces: [] });
    this.#mark(`q ${place} /P${object} Do Q`);
    return true;
  }

  /** Attaches a file to the document. */
  attach({ name, type, bytes, description }: Attachment): void {
    const subtype = type.replaceAll(/[^A-Za-z0-9]/g, (sign) => `#${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
    const entries = `/Type /EmbeddedFile /Subtype /${subtype} /Params << /Size ${bytes.length} >>`;
    const file = this.#objects.add(deflatedStream(bytes, entries));
    const names = `/F ${textString(name)} /UF ${textString(name)} /Desc ${textString(description)}`;
    this.#attachments.push(
      this.#objects.add(
        `<< /Type /Filespec ${names} /EF << /F ${file} 0 R /UF ${file} 0 R >> /AFRelationship /Supplement >>`,
      ),
    );
  }

  #addPage(): Page {
    const page = { content: [], elements: [] };
    this.#pages.push(page);
    this.#y = PAGE.height - MARGIN;
    return page;
  }

  #add(tag: TextTag, runs: readonly Run[], indent: number): void {
    const style = STYLES[tag];
    this.#elements.push({ tag, pieces: [] });
    if (this.#y - style.above - style.leading - style.keep < MARGIN) this.#addPage();
    else this.#y -= style.above;
    for (const line of linesOf(runs, style.size, PAGE.width - 2 * MARGIN - indent)) {
      if (this.#y - style.leading < MARGIN) this.#addPage();
      this.#y -= style.leading;
      this.#draw(line, style.size, MARGIN + indent);
    }
  }

  #draw(line: readonly Word[], size: number, left: number): void {
    const words = line.map(({ segments, isBold }) => segments.map((part) => this.#show(part, size, isBold)).join(' '));
    this.#mark(`BT ${number(left)} ${number(this.#y)} Td ${words.join(' ')} ET`);
  }

  /** Returns the instructions that show a piece of text. */
  #show({ face, text }: Segment, size: number, isBold: boolean): string {
    const used = this.#used.get(face) ?? new Set();
    this.#used.set(face, used);
    for (const character of text) used.add(character);
    const name = isBold && face.hasBold ? 'B' : face.name;
    const shown = `/${name} ${number(size)} Tf ${face.encode(text)} Tj`;
    return isBold && !face.hasBold ? `${number(size * OUTLINE)} w 2 Tr ${shown} 0 Tr` : shown;
  }

  /** Adds instructions to the page as a piece of the last element. */
  #mark(instructions: string): void {
    const page = this.#pages.at(-1) ?? this.#addPage();
    const element = this.#elements.at(-1);
    const id = page.elements.length;
    page.elements.push(this.#elements.length - 1);
    element?.pieces.push({ page: this.#pages.length - 1, id });
    page.content.push(`/${element?.tag} << /MCID ${id} >> BDC ${instructions} EMC`);
  }

  /**
   * Returns the file.
   * @param footer text at the bottom of each page, by its number from 1 on
   */
  finish(footer: (page: number, of: number) => string): Buffer {
    const objects = this.#objects;
    for (const [index, { content }] of this.#pages.entries()) {
      const shown = segmentsOf(footer(index + 1, this.#pages.length)).map((part) =>
        this.#show(part, FOOTER_SIZE, false),
      );
      content.push(`/Artifact BMC BT ${MARGIN} ${FOOTER_BASE} Td ${shown.join(' ')} ET EMC`);
    }
    const fonts = [...this.#used].map(([face, used]) => `/${face.name} ${face.add(objects, used)} 0 R`);
    const bold = `/B ${objects.add(font('Helvetica-Bold'))} 0 R`;
    const pictures = this.#pictures.map((object) => `/P${object} ${object} 0 R`);
    const resources = objects.add(
      `<< /Font << ${[bold, ...fonts].join(' ')} >> /XObject << ${pictures.join(' ')} >> >>`,
    );
    const elements = this.#elements.map(() => objects.add());
    const referTo = (indexes: readonly number[]) => indexes.map((index) => `${elements[index]} 0 R`).join(' ');
    const pages = this.#pages.map(({ content }, index) => {
      const contents = objects.add(stream(content.join('\n')));
      return objects.add(
        `<< /Type /Page /Parent ${this.#list} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}]` +
          ` /StructParents ${index} /Tabs /S /Resources ${resources} 0 R /Contents ${contents} 0 R >>`,
      );
    });
    for (const [index, { tag, alt, pieces }] of this.#elements.entries()) {
      const kids = pieces.map(({ page, id }) => `<< /Type /MCR /Pg ${pages[page]} 0 R /MCID ${id} >>`);
      const says = alt === undefined ? '' : ` /Alt ${textString(alt)}`;
      objects.set(
        elements[index] ?? 0,
        `<< /Type /StructElem /S /${tag}${says} /P ${this.#tree} 0 R /K [${kids.join(' ')}] >>`,
      );
    }
    const nums = this.#pages.map((page, index) => `${index} [${referTo(page.elements)}]`).join(' ');
    objects.set(
      this.#tree,
      `<< /Type /StructTreeRoot /K [${elements.map((element) => `${element} 0 R`).join(' ')}]` +
        ` /ParentTree << /Nums [${nums}] >> /ParentTreeNextKey ${pages.length} >>`,
    );
    const kids = pages.map((page) => `${page} 0 R`).join(' ');
    objects.set(this.#list, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
    // Sorted by their names, as readers look for them.
    const files = this.#attachments.map((file, index) => `(${String(index).padStart(6, '0')}) ${file} 0 R`);
    const attached = files.length === 0 ? '' : ` /Names << /EmbeddedFiles << /Names [${files.join(' ')}] >> >>`;
    objects.set(
      this.#catalogue,
      `<< /Type /Catalog /Pages ${this.#list} 0 R /Lang (${this.#language}) /MarkInfo << /Marked true >>` +
        ` /StructTreeRoot ${this.#tree} 0 R /ViewerPreferences << /DisplayDocTitle true >>${attached} >>`,
    );
    return objects.file(objects.add(`<< /Title ${textString(this.#title)} >>`));
  }
}

const widthOf = (segments: readonly Segment[], size: number, isBold: boolean): number =>
  segments.reduce((sum, { face, text }) => sum + face.widthOf(text, size, isBold), 0);

/** Splits a word that is wider than a line. */
function pieces(word: Run, size: number, width: number): Run[] {
  const found: Run[] = [];
  let text = '';
  for (const character of word.text) {
    if (text !== '' && widthOf(segmentsOf(text + character), size, word.isBold) > width) {
      found.push({ text, isBold: word.isBold });
      text = '';
    }
    text += character;
  }
  return [...found, { text, isBold: word.isBold }];
}

/** Breaks text into lines no wider than `width` points, at spaces. Line breaks in the text stay. */
function linesOf(runs: readonly Run[], size: number, width: number): Word[][] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  let used = 0;
  const end = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  const add = (run: Run) => {
    const own = widthOf(segmentsOf(run.text), size, run.isBold);
    if (line.length > 0 && used + own > width) end();
    const segments = segmentsOf(`${run.text} `);
    const full = widthOf(segments, size, run.isBold);
    line.push({ segments, isBold: run.isBold, width: full });
    used += full;
  };
  for (const { text, isBold } of runs) {
    for (const [index, paragraph] of text.split('\n').entries()) {
      if (index > 0) end();
      for (const word of paragraph.split(/[ \t\r]+/).filter((item) => item !== '')) {
        for (const piece of pieces({ text: word, isBold }, size, width)) add(piece);
      }
    }
  }
  end();
  return lines;
}
