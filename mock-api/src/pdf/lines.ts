/// <reference path="./linebreak.d.ts" />
/**
 * Lines of text in several fonts and both directions: where they break (UAX 14), and in which order their parts are shown
 * (UAX 9). Parts are written in the order in which they are read.
 */
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { canExtend, type Segment, segmentsOf, toShowable } from './fonts.ts';
import { RIGHT_TO_LEFT } from './shaped.ts';

/** A piece of a paragraph. */
export interface Run {
  text: string;
  isBold: boolean;
}

export interface Layout {
  size: number;
  /** Of the paragraph, whatever its first letter is. */
  direction: 'ltr' | 'rtl';
  /** In points; longer texts take several lines. */
  width: number;
}

/** A part of a line in one font and one direction; the level is odd from right to left (UAX 9). */
interface Part extends Segment {
  level: number;
  width: number;
}

export interface Line {
  /** From the line's left end, in points. */
  parts: readonly (Part & { x: number })[];
  /** Without spaces at its end. */
  width: number;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const featuresOf = ({ level }: Part): PDFKit.Mixins.TextOptions =>
  level % 2 === 1 ? { features: [RIGHT_TO_LEFT] } : {};

/** Returns a text without what has its own direction already (between FSI and PDI). */
function withoutIsolated(text: string): string {
  const rest = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '');
  return rest === text ? text : withoutIsolated(rest);
}

/**
 * Gives a text the direction of its first letter (FSI), which is left to right for figures. A list, whose entries have
 * their own direction, has that of the paragraph (LRI or RLI).
 */
function isolate(text: string, direction: Layout['direction']): string {
  const starts = { ltr: '\u2066', rtl: '\u2067' };
  const rest = withoutIsolated(text);
  return `${rest === text || /\p{L}/u.test(rest) ? '\u2068' : starts[direction]}${text}\u2069`;
}

const NOTHING = { font: 'Helvetica', text: '', isOutlined: false, width: 0 };

const widthOf = (parts: readonly Part[]) => parts.reduce((sum, { width }) => sum + width, 0);
const isSpace = ({ text }: Part) => text.trim() === '';

/** Returns parts in the order in which they are shown, from left to right (UAX 9, rule L2). */
function inShownOrder<Kind extends Part>(parts: readonly Kind[]): Kind[] {
  const shown = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < shown.length; start += 1) {
      let end = start;
      while ((shown[end]?.level ?? 0) >= level) end += 1;
      shown.splice(start, end - start, ...shown.slice(start, end).reverse());
      start = end;
    }
  return shown;
}

/** Breaks one paragraph. */
class Paragraph {
  readonly #document: PDFKit.PDFDocument;
  readonly #layout: Layout;
  readonly #text: string;
  readonly #isBold: readonly boolean[];
  /** Of each character. */
  readonly #levels: Uint8Array;

  constructor(document: PDFKit.PDFDocument, runs: readonly Run[], layout: Layout) {
    this.#document = document;
    this.#layout = layout;
    const shown = runs.map(({ text, isBold }) => ({ text: isolate(toShowable(text), layout.direction), isBold }));
    this.#text = shown.map(({ text }) => text).join('');
    this.#isBold = shown.flatMap(({ text, isBold }) => Array.from({ length: text.length }, () => isBold));
    this.#levels = bidi.getEmbeddingLevels(this.#text, layout.direction).levels;
  }

  lines(): Line[] {
    const lines: Line[] = [];
    let parts: Part[] = [];
    for (const word of this.#words()) {
      const visible = word.filter((part) => !isSpace(part));
      if (parts.length > 0 && widthOf(parts) + widthOf(visible) > this.#layout.width) {
        lines.push(this.#line(parts));
        parts = [];
      }
      parts.push(...word);
    }
    return [...lines, this.#line(parts)];
  }

  /** Returns what is not broken, with the spaces after it. Words that no line has space for are broken anywhere. */
  *#words(): Generator<Part[]> {
    const breaker = new LineBreaker(this.#text);
    let start = 0;
    for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
      const word = this.#parts(start, next.position);
      if (widthOf(word) <= this.#layout.width) yield word;
      else
        for (const { index, segment } of graphemes.segment(this.#text.slice(start, next.position)))
          yield this.#parts(start + index, start + index + segment.length);
      start = next.position;
    }
  }

  /** Returns the parts of a word; the spaces after it are a part of their own. */
  #parts(start: number, end: number): Part[] {
    const parts: Part[] = [];
    const spaces = start + this.#text.slice(start, end).trimEnd().length;
    for (let at = start; at < end; ) {
      const from = at;
      const isBold = this.#isBold[from] ?? false;
      const level = this.#levels[from] ?? 0;
      while (at < end && this.#levels[at] === level && this.#isBold[at] === isBold && at >= spaces === from >= spaces)
        at += 1;
      const segments = segmentsOf(this.#text.slice(from, at), isBold, level % 2 === 1);
      // What shows nothing still separates what is beside it.
      if (segments.length === 0) parts.push({ ...NOTHING, level });
      for (const segment of segments) parts.push(this.#measured({ ...segment, level, width: 0 }));
    }
    return parts;
  }

  #measured(part: Part): Part {
    const document = this.#document.font(part.font, this.#layout.size);
    return { ...part, width: document.widthOfString(part.text, featuresOf(part)) };
  }

  #line(parts: readonly Part[]): Line {
    const isFromRight = this.#layout.direction === 'rtl';
    const visible = parts.slice(0, parts.findLastIndex((part) => !isSpace(part)) + 1);
    // Spaces at the end of a line are in the direction of the paragraph.
    const ending = parts.slice(visible.length).map((part) => ({ ...part, level: isFromRight ? 1 : 0 }));
    const merged: Part[] = [];
    for (const part of visible) {
      const last = merged.at(-1);
      if (last?.level === part.level && canExtend(last, part, part.level % 2 === 1)) last.text += part.text;
      else merged.push({ ...part });
    }
    const measured = merged.map((part) => this.#measured(part));
    const width = widthOf(measured);
    const at = new Map<Part, number>();
    let x = isFromRight ? -widthOf(ending) : 0;
    for (const part of inShownOrder([...measured, ...ending])) {
      at.set(part, x);
      x += part.width;
    }
    return { parts: [...measured, ...ending].map((part) => ({ ...part, x: at.get(part) ?? 0 })), width };
  }
}

/** Returns the lines of a text. Each run is isolated: it has the direction of its own first letter. */
export function linesOf(document: PDFKit.PDFDocument, runs: readonly Run[], layout: Layout): Line[] {
  const paragraphs: Run[][] = [[]];
  for (const { text, isBold } of runs)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) paragraphs.push([]);
      paragraphs.at(-1)?.push({ text: part, isBold });
    }
  return paragraphs.flatMap((paragraph) => new Paragraph(document, paragraph, layout).lines());
}

/** Returns a text as one line, its end replaced by dots if it is too long. */
export function cutLine(document: PDFKit.PDFDocument, { text, isBold }: Run, layout: Layout): Line {
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment);
  for (let length = characters.length; ; length -= 1) {
    const cut = length < characters.length ? `${characters.slice(0, length).join('')}...` : text;
    const [line, ...more] = linesOf(document, [{ text: cut, isBold }], layout);
    if (line && (more.length === 0 || length === 0)) return line;
  }
}

/**
 * Writes a line.
 * @param x of its left end
 * @param y of its baseline
 */
export function drawLine(document: PDFKit.PDFDocument, line: Line, size: number, x: number, y: number): void {
  for (const part of line.parts)
    document.font(part.font, size).text(part.text, x + part.x, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      fill: true,
      stroke: part.isOutlined,
      ...featuresOf(part),
    });
}
