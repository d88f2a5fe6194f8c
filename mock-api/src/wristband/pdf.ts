/** A one-page PDF with filled rectangles and lines of text: all that a wristband needs, sharp at any size. */

export interface Rectangle {
  /** From the lower left corner of the page, in points (1/72 inch). */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Line {
  x: number;
  y: number;
  /** In points. */
  size: number;
  isBold: boolean;
  text: string;
}

export interface Page {
  width: number;
  height: number;
  title: string;
  rectangles: readonly Rectangle[];
  lines: readonly Line[];
}

/** Characters of Windows-1252 beyond Latin-1 that occur in names. */
const WINDOWS: Readonly<Record<string, number>> = {
  Œ: 0x8c,
  œ: 0x9c,
  Š: 0x8a,
  š: 0x9a,
  Ž: 0x8e,
  ž: 0x9e,
  Ÿ: 0x9f,
  '‘': 0x91,
  '’': 0x92,
  '–': 0x96,
};

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  const isLatin = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);
  return isLatin ? code : WINDOWS[character];
}

/**
 * Returns a text in the encoding of the PDF's own fonts; a letter that they lack loses its accent, or becomes a
 * question mark.
 */
function encoded(text: string): string {
  const bytes = [...text.normalize('NFC')].map(
    (character) => byteOf(character) ?? byteOf(character.normalize('NFD')[0] ?? '?') ?? 0x3f,
  );
  return `<${Buffer.from(bytes).toString('hex')}>`;
}

const number = (value: number) => String(Number(value.toFixed(3)));

function contentOf({ rectangles, lines }: Page): string {
  const boxes = rectangles.map(({ x, y, width, height }) => `${[x, y, width, height].map(number).join(' ')} re`);
  const words = lines.map(
    ({ x, y, size, isBold, text }) =>
      `BT /${isBold ? 'B' : 'R'} ${number(size)} Tf ${number(x)} ${number(y)} Td ${encoded(text)} Tj ET`,
  );
  return [...boxes, 'f', ...words].join('\n');
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Returns the PDF file. */
export function pdfOf(page: Page): Buffer {
  const content = contentOf(page);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(page.width)} ${number(page.height)}]` +
      ' /Resources << /Font << /R 4 0 R /B 5 0 R >> >> /Contents 6 0 R >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title ${encoded(page.title)} >>`,
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}${table}${trailer}`, 'latin1');
}
