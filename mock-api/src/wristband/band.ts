/**
 * A wristband of 11 by 1 inch, the size of band printers; from a sheet it is cut out. The QR code and the bar code are
 * 40 points apart, so that a reader that sees both can read either.
 */
import { encoded } from '../pdf/encoding.ts';
import { font, number, pdfFile, stream } from '../pdf/file.ts';

const WIDTH = 792;
const HEIGHT = 72;
/** 0.78 and 0.49 mm; at 60 % still 0.47 and 0.3 mm, while a phone's camera reads 0.25 mm at a hand's breadth. */
const QR_MODULE = 2.2;
const BAR_MODULE = 1.4;
const QR_LEFT = 260;
const BARS_LEFT = 380;
const BARS_BOTTOM = 18;
const BARS_HEIGHT = 44;
const TEXT_LEFT = 24;
/** Characters that fit to the left of the codes. */
const NAME_LENGTH = 30;

export interface Band {
  code: string;
  /** Last name first, as staff search for it. */
  name: string;
  /** YYYY-MM-DD, if known. */
  dateOfBirth?: string | null;
  hospital: string;
}

/** What the smallest QR code at level H holds, still readable with 30 % of it lost. */
const CODE = /^[0-9A-Z $%*+\-./:]{1,10}$/;

/**
 * Returns a symbol, not yet drawn. The generator is larger than the rest of the API, so it is loaded with the first
 * wristband.
 */
async function symbolOf(kind: 'qrcode' | 'code128', code: string, options: string) {
  const { raw } = (await import('bwip-js/node')).default;
  const [symbol] = raw(kind, code, options);
  if (!symbol) throw new Error(`There is no ${kind} for "${code}"`);
  return symbol;
}

/** Dark modules beside each other in a row of a QR code, counted from its upper left corner. */
interface Run {
  row: number;
  column: number;
  length: number;
}

/** Adjacent dark modules form one run, so that neither a printer nor a screen leaves a gap between them. */
async function qrRuns(code: string): Promise<{ side: number; runs: Run[] }> {
  const symbol = await symbolOf('qrcode', code, 'eclevel=H version=1');
  if (!('pixs' in symbol)) throw new Error('A QR code consists of modules');
  const { pixs, pixx: side } = symbol;
  const rows = Array.from({ length: side }, (_, row) => pixs.slice(row * side, (row + 1) * side).join(''));
  const runs = rows.flatMap((modules, row) =>
    [...modules.matchAll(/1+/g)].map(({ 0: run, index }) => ({ row, column: index, length: run.length })),
  );
  return { side, runs };
}

/** Returns the QR code of a wristband as an SVG path, one unit per module, and the number of modules along each side. */
export async function qrSymbol(code: string): Promise<{ size: number; path: string }> {
  const { side, runs } = await qrRuns(code);
  const path = runs.map(({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`).join('');
  return { size: side, path };
}

async function qrRectangles(code: string): Promise<Rectangle[]> {
  const { side, runs } = await qrRuns(code);
  const top = (HEIGHT + side * QR_MODULE) / 2;
  return runs.map(({ row, column, length }) => ({
    x: QR_LEFT + column * QR_MODULE,
    y: top - (row + 1) * QR_MODULE,
    width: length * QR_MODULE,
    height: QR_MODULE,
  }));
}

async function barRectangles(code: string): Promise<Rectangle[]> {
  const symbol = await symbolOf('code128', code, '');
  if (!('sbs' in symbol)) throw new Error('A bar code consists of bars');
  let x = BARS_LEFT;
  const bars: Rectangle[] = [];
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) bars.push({ x, y: BARS_BOTTOM, width: width * BAR_MODULE, height: BARS_HEIGHT });
    x += width * BAR_MODULE;
  }
  return bars;
}

const shortened = (text: string) => (text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH - 3)}...` : text);

function linesOf({ code, name, dateOfBirth, hospital }: Band): Line[] {
  return [
    { x: TEXT_LEFT, y: 42, size: 13, isBold: true, text: shortened(name) },
    { x: TEXT_LEFT, y: 24, size: 11, isBold: false, text: dateOfBirth ? `${code} · ${dateOfBirth}` : code },
    { x: TEXT_LEFT, y: 10, size: 8, isBold: false, text: shortened(hospital) },
    { x: BARS_LEFT, y: 6, size: 9, isBold: false, text: code },
  ];
}

/**
 * Returns the wristband as a PDF.
 * @throws RangeError for a code of other characters than digits, capital letters and $%*+-./: or of more than 10
 */
export async function wristbandPdf(band: Band): Promise<Buffer> {
  if (!CODE.test(band.code)) throw new RangeError(`A wristband can't hold the code "${band.code}"`);
  const rectangles = [...(await qrRectangles(band.code)), ...(await barRectangles(band.code))];
  return pdfOf({ width: WIDTH, height: HEIGHT, title: band.code, rectangles, lines: linesOf(band) });
}

interface Rectangle {
  /** From the lower left corner of the page, in points (1/72 inch). */
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Line {
  x: number;
  y: number;
  /** In points. */
  size: number;
  isBold: boolean;
  text: string;
}

interface Page {
  width: number;
  height: number;
  title: string;
  rectangles: readonly Rectangle[];
  lines: readonly Line[];
}

function contentOf({ rectangles, lines }: Page): string {
  const boxes = rectangles.map(({ x, y, width, height }) => `${[x, y, width, height].map(number).join(' ')} re`);
  const words = lines.map(
    ({ x, y, size, isBold, text }) =>
      `BT /${isBold ? 'B' : 'R'} ${number(size)} Tf ${number(x)} ${number(y)} Td ${encoded(text)} Tj ET`,
  );
  return [...boxes, 'f', ...words].join('\n');
}

/** Returns a PDF of one page with filled rectangles and lines of text, sharp at any size. */
function pdfOf(page: Page): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(page.width)} ${number(page.height)}]` +
      ' /Resources << /Font << /R 4 0 R /B 5 0 R >> >> /Contents 6 0 R >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    stream(contentOf(page)),
    `<< /Title ${encoded(page.title)} >>`,
  ];
  return pdfFile(objects, objects.length);
}
