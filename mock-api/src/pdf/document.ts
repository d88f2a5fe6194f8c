/**
 * A readable document: headings and paragraphs that flow over as many letter pages as they need, tagged for screen
 * readers, in the PDF's own fonts.
 */
import { bytesOf, hexString, textString } from './encoding.ts';
import { font, number, pdfFile, stream } from './file.ts';
import { widthOf } from './metrics.ts';

/** In points: US letter, as hospitals in Canada print. */
const PAGE = { width: 612, height: 792 };
const MARGIN = 56;
const FOOTER_SIZE = 8;
const FOOTER_BASE = 32;

type Tag = 'H1' | 'H2' | 'H3' | 'P';

interface Style {
  size: number;
  /** Distance of lines, in points. */
  leading: number;
  /** Space above, in points. */
  above: number;
  /** Space that must be left on the page, so that a heading is never its last line. */
  keep: number;
}

const STYLES: Readonly<Record<Tag, Style>> = {
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
  tag: Tag;
  /** Marked content on pages, by index of the page. */
  pieces: { page: number; id: number }[];
}

interface Word extends Run {
  width: number;
}

export class PdfDocument {
  readonly #title: string;
  readonly #language: string;
  readonly #pages: Page[] = [];
  readonly #elements: Element[] = [];
  /** Baseline of the last line, from the bottom of the page. */
  #y = 0;

  /** @param language a tag such as fr-CA */
  constructor(title: string, language: string) {
    this.#title = title;
    this.#language = language;
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

  #addPage(): Page {
    const page = { content: [], elements: [] };
    this.#pages.push(page);
    this.#y = PAGE.height - MARGIN;
    return page;
  }

  #add(tag: Tag, runs: readonly Run[], indent: number): void {
    const style = STYLES[tag];
    const element: Element = { tag, pieces: [] };
    this.#elements.push(element);
    if (this.#y - style.above - style.leading - style.keep < MARGIN) this.#addPage();
    else this.#y -= style.above;
    for (const line of linesOf(runs, style.size, PAGE.width - 2 * MARGIN - indent)) {
      if (this.#y - style.leading < MARGIN) this.#addPage();
      this.#y -= style.leading;
      this.#draw(element, line, style.size, MARGIN + indent);
    }
  }

  #draw(element: Element, line: readonly Word[], size: number, left: number): void {
    const page = this.#pages.at(-1) ?? this.#addPage();
    const id = page.elements.length;
    page.elements.push(this.#elements.length - 1);
    element.pieces.push({ page: this.#pages.length - 1, id });
    const shown = line.map(
      ({ text, isBold }) => `/${isBold ? 'B' : 'R'} ${number(size)} Tf ${hexString(bytesOf(text))} Tj`,
    );
    const place = `${number(left)} ${number(this.#y)} Td`;
    page.content.push(`/${element.tag} << /MCID ${id} >> BDC BT ${place} ${shown.join(' ')} ET EMC`);
  }

  /**
   * Returns the file.
   * @param footer text at the bottom of each page, by its number from 1 on
   */
  finish(footer: (page: number, of: number) => string): Buffer {
    const count = this.#pages.length;
    for (const [index, { content }] of this.#pages.entries()) {
      const text = hexString(bytesOf(footer(index + 1, count)));
      const place = `${MARGIN} ${FOOTER_BASE} Td`;
      content.push(`/Artifact BMC BT ${place} /R ${FOOTER_SIZE} Tf ${text} Tj ET EMC`);
    }
    // Objects: catalogue, pages, two fonts, title, tree of elements, then two per page, then one per element.
    const FIXED = 6;
    const pageAt = (index: number) => FIXED + 1 + 2 * index;
    const elementAt = (index: number) => FIXED + 1 + 2 * count + index;
    const references = (numbers: number[]) => numbers.map((item) => `${item} 0 R`).join(' ');
    const objects = [
      `<< /Type /Catalog /Pages 2 0 R /Lang (${this.#language}) /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R` +
        ' /ViewerPreferences << /DisplayDocTitle true >> >>',
      `<< /Type /Pages /Kids [${references(this.#pages.map((_page, index) => pageAt(index)))}] /Count ${count} >>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      `<< /Title ${textString(this.#title)} >>`,
      `<< /Type /StructTreeRoot /K [${references(this.#elements.map((_element, index) => elementAt(index)))}]` +
        ` /ParentTree << /Nums [${this.#pages
          .map(({ elements }, index) => `${index} [${references(elements.map(elementAt))}]`)
          .join(' ')}] >> /ParentTreeNextKey ${count} >>`,
    ];
    for (const [index, { content }] of this.#pages.entries()) {
      objects.push(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /StructParents ${index} /Tabs /S` +
          ` /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${pageAt(index) + 1} 0 R >>`,
        stream(content.join('\n')),
      );
    }
    for (const { tag, pieces } of this.#elements) {
      const kids = pieces.map(({ page, id }) => `<< /Type /MCR /Pg ${pageAt(page)} 0 R /MCID ${id} >>`);
      objects.push(`<< /Type /StructElem /S /${tag} /P 6 0 R /K [${kids.join(' ')}] >>`);
    }
    return pdfFile(objects, 5);
  }
}

/** Splits a word that is wider than a line. */
function pieces(word: Run, size: number, width: number): Run[] {
  const found: Run[] = [];
  let text = '';
  for (const character of word.text) {
    if (text !== '' && widthOf(bytesOf(text + character), size, word.isBold) > width) {
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
    const own = widthOf(bytesOf(run.text), size, run.isBold);
    if (line.length > 0 && used + own > width) end();
    const text = `${run.text} `;
    const full = widthOf(bytesOf(text), size, run.isBold);
    line.push({ text, isBold: run.isBold, width: full });
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
