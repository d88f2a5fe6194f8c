/**
 * Scripts whose letters change with the letters beside them: joined in Arabic, below, before or merged with each other in
 * Gurmukhi. HarfBuzz chooses and places their shapes. What it draws for one piece of the text becomes one character of the
 * embedded font, so that readers of the file find the text itself, in its own order.
 */
import { readFileSync } from 'node:fs';
import { Blob, ClusterLevel, Direction, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs';

/** Feature of OpenType that asks for text from right to left: it mirrors brackets. */
export const RIGHT_TO_LEFT = 'rtlm';

/** A shape of the font file, placed in a piece; all lengths are in the font's units. */
interface Placed {
  glyph: number;
  x: number;
  y: number;
}

/** The shortest part of a text that is drawn by itself. */
interface Piece {
  text: string;
  isRightToLeft: boolean;
  shapes: readonly Placed[];
  advance: number;
}

/** Entry of the embedded file for one shape. */
interface GlyphTables {
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
}

/** What pdfkit and fontkit know about an embedded font, as far as it is used here. */
interface EmbeddedFont {
  font: { maxp: { maxComponentDepth: number; maxComponentElements: number } };
  /** Thousandths of the font size in a unit of the font. */
  scale: number;
  subset: GlyphTables & {
    glyphs: number[];
    includeGlyph(glyph: number): number;
    _addGlyph(glyph: number): number;
  };
  /** By code, as the text is written in the file: widths in thousandths of the font size, and characters. */
  widths: number[];
  unicode: number[][];
  encode(text: string, features?: readonly string[]): [string[], object[]];
  widthOfString(text: string, size: number, features?: readonly string[]): number;
}

const fonts = new Map<string, Font>();

function fontOf(file: string): Font {
  const font = fonts.get(file) ?? new Font(new Face(new Blob(readFileSync(file))));
  fonts.set(file, font);
  return font;
}

/** Returns the pieces of a text from left to right, as they are drawn. */
function piecesOf(font: Font, text: string, language: string, isRightToLeft: boolean): Piece[] {
  const buffer = new TextBuffer();
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(text);
  buffer.setLanguage(language);
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const [infos, positions] = [buffer.getGlyphInfos(), buffer.getGlyphPositions()];
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b);
  const pieces = new Map<number, Piece & { shapes: Placed[] }>();
  for (const [index, { codepoint: glyph, cluster }] of infos.entries()) {
    const end = starts[starts.indexOf(cluster) + 1];
    const piece = pieces.get(cluster) ?? { text: text.slice(cluster, end), isRightToLeft, shapes: [], advance: 0 };
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    piece.shapes.push({ glyph, x: piece.advance + xOffset, y: yOffset });
    piece.advance += xAdvance;
    pieces.set(cluster, piece);
  }
  return [...pieces.values()];
}

/** Bytes of the header of a composite glyph, and of each shape in it. */
const [HEADER, COMPONENT] = [10, 8];
/** Flags of a shape: its place is in words, and is a distance; another shape follows. */
const [PLACED, MORE] = [0x0003, 0x0020];

/** Returns a glyph that consists of shapes of the embedded file, and its distance from the left. */
function compose(font: Font, shapes: readonly (Placed & { code: number })[]) {
  const boxes = shapes.flatMap(({ glyph, x, y }) => {
    const { xBearing = 0, yBearing = 0, width = 0, height = 0 } = font.glyphExtents(glyph) ?? {};
    const [left, top] = [x + xBearing, y + yBearing];
    return width === 0 ? [] : [{ left, top, right: left + width, bottom: top + height }];
  });
  const edge = (side: 'left' | 'top' | 'right' | 'bottom', most: typeof Math.min) =>
    boxes.length === 0 ? 0 : most(...boxes.map((box) => box[side]));
  const box = [edge('left', Math.min), edge('bottom', Math.min), edge('right', Math.max), edge('top', Math.max)];
  // Places in the file are multiples of four.
  const view = new DataView(new ArrayBuffer(Math.ceil((HEADER + COMPONENT * shapes.length) / 4) * 4));
  for (const [index, value] of [-1, ...box].entries()) view.setInt16(2 * index, value);
  for (const [index, { code, x, y }] of shapes.entries()) {
    const at = HEADER + COMPONENT * index;
    view.setUint16(at, index < shapes.length - 1 ? PLACED | MORE : PLACED);
    view.setUint16(at + 2, code);
    view.setInt16(at + 4, x);
    view.setInt16(at + 6, y);
  }
  return { bytes: new Uint8Array(view.buffer), bearing: box[0] ?? 0 };
}

/** Makes a document write with a font file as HarfBuzz shapes it. The file is embedded only if it is used. */
export function shapeWith(document: PDFKit.PDFDocument, file: string, language: string): void {
  const font = fontOf(file);
  const embedded: EmbeddedFont = Reflect.get(document.font(file), '_font');
  const { subset, scale, widths, unicode } = embedded;
  const composed = new Map<number, Piece>();
  const codes = new Map<string, number>();
  const shaped = new Map<string, Piece[]>();

  const addShape = (glyph: number) => {
    const code = subset.includeGlyph(glyph);
    widths[code] ??= 0;
    unicode[code] ??= [0];
    return code;
  };
  /** Readers reverse all characters that are written from right to left, also those of one piece. */
  const charactersOf = ({ text, isRightToLeft }: Piece) => {
    const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    return isRightToLeft ? characters.reverse() : characters;
  };
  const codeOf = (piece: Piece): number => {
    const key = JSON.stringify(piece);
    const known = codes.get(key);
    if (known !== undefined) return known;
    for (const { glyph } of piece.shapes) addShape(glyph);
    const code = subset.glyphs.length;
    // No shape of the font file has a negative number.
    subset.glyphs.push(-code);
    composed.set(-code, piece);
    codes.set(key, code);
    widths[code] = piece.advance * scale;
    unicode[code] = charactersOf(piece);
    return code;
  };
  const piecesIn = (text: string, features: readonly string[] = []): Piece[] => {
    const isRightToLeft = features.includes(RIGHT_TO_LEFT);
    const key = `${isRightToLeft} ${text}`;
    const pieces = shaped.get(key) ?? piecesOf(font, text, language, isRightToLeft);
    shaped.set(key, pieces);
    return pieces;
  };

  embedded.encode = (text, features) => {
    const pieces = piecesIn(text, features);
    const advances = pieces.map(({ advance }) => advance * scale);
    return [
      pieces.map((piece) => codeOf(piece).toString(16).padStart(4, '0')),
      advances.map((width) => ({ xAdvance: width, advanceWidth: width, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    ];
  };
  embedded.widthOfString = (text, size, features) =>
    (piecesIn(text, features).reduce((sum, { advance }) => sum + advance, 0) * scale * size) / 1_000;

  const { maxp } = embedded.font;
  maxp.maxComponentDepth += 1;
  maxp.maxComponentElements = Math.max(maxp.maxComponentElements, 16);
  const addGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (glyph) => {
    const piece = composed.get(glyph);
    if (!piece) return addGlyph(glyph);
    const shapes = piece.shapes.map((placed) => ({ ...placed, code: subset.includeGlyph(placed.glyph) }));
    const { bytes, bearing } = compose(font, shapes);
    subset.glyf.push(bytes);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: piece.advance, bearing });
    subset.offset += bytes.length;
    return subset.glyf.length - 1;
  };
}
