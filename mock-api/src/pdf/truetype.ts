/** Reads what a PDF needs of a TrueType font: glyphs of characters, and their widths. */

export interface TrueType {
  bytes: Buffer;
  /** Extent in thousandths of the font size: left, bottom, right, top. */
  box: readonly [number, number, number, number];
  ascent: number;
  descent: number;
  /** Returns the glyph of a character; undefined if the font lacks it. */
  glyphOf(character: string): number | undefined;
  /** Returns the advance width of a glyph in thousandths of the font size. */
  widthOf(glyph: number): number;
}

/** Returns the offset of a table. @throws if the font lacks it */
function tableOf(bytes: Buffer, tag: string): number {
  const count = bytes.readUInt16BE(4);
  for (let record = 12; record < 12 + 16 * count; record += 16)
    if (bytes.toString('latin1', record, record + 4) === tag) return bytes.readUInt32BE(record + 8);
  throw new Error(`The font has no table ${tag}`);
}

/** Returns the glyphs of all characters in the font's Unicode table of format 4, the one for the basic plane. */
function glyphsOf(bytes: Buffer): ReadonlyMap<number, number> {
  const cmap = tableOf(bytes, 'cmap');
  const glyphs = new Map<number, number>();
  const count = bytes.readUInt16BE(cmap + 2);
  const tables = Array.from({ length: count }, (_, index) => cmap + bytes.readUInt32BE(cmap + 8 + 8 * index));
  const table = tables.find((offset) => bytes.readUInt16BE(offset) === 4);
  if (table === undefined) throw new Error('The font has no table of characters in format 4');
  const doubled = bytes.readUInt16BE(table + 6);
  const [ends, starts] = [table + 14, table + 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + 2 * doubled];
  for (let at = 0; at < doubled; at += 2) {
    const [start, end] = [bytes.readUInt16BE(starts + at), bytes.readUInt16BE(ends + at)];
    const [delta, range] = [bytes.readUInt16BE(deltas + at), bytes.readUInt16BE(ranges + at)];
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = range === 0 ? code : bytes.readUInt16BE(ranges + at + range + 2 * (code - start));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

export function readTrueType(bytes: Buffer): TrueType {
  const [head, hhea, hmtx] = [tableOf(bytes, 'head'), tableOf(bytes, 'hhea'), tableOf(bytes, 'hmtx')];
  const unitsPerEm = bytes.readUInt16BE(head + 18);
  const thousandths = (units: number) => Math.round((units * 1_000) / unitsPerEm);
  const at = (offset: number) => thousandths(bytes.readInt16BE(offset));
  const widths = bytes.readUInt16BE(hhea + 34);
  const glyphs = glyphsOf(bytes);
  return {
    bytes,
    box: [at(head + 36), at(head + 38), at(head + 40), at(head + 42)],
    ascent: at(hhea + 4),
    descent: at(hhea + 6),
    glyphOf: (character) => glyphs.get(character.codePointAt(0) ?? 0),
    // Glyphs after the last listed width have that one.
    widthOf: (glyph) => thousandths(bytes.readUInt16BE(hmtx + 4 * Math.min(glyph, widths - 1))),
  };
}
