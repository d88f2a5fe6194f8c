/**
 * A wristband of 11 by 1 inch, the size of band printers; from a sheet it is cut out. The QR code and the bar code are
 * 40 points apart, so that a reader that sees both can read either.
 */
import { buffer } from 'node:stream/consumers';
import { isolate, LANGUAGES } from 'shared-ui/contract/languages';
import { type Locale, translate } from '../common/i18n.ts';

/** In points (1/72 inch), as all sizes and positions here; from the upper left corner. */
const WIDTH = 792;
const HEIGHT = 72;
/** 0.78 and 0.49 mm; at 60 % still 0.47 and 0.3 mm, while a phone's camera reads 0.25 mm at a hand's breadth. */
const QR_MODULE = 2.2;
const BAR_MODULE = 1.4;
const QR_LEFT = 260;
const BARS_LEFT = 380;
const BARS_TOP = 10;
const BARS_HEIGHT = 44;
const TEXT_LEFT = 24;
/** Space to the left of the QR code, without its quiet zone. */
const TEXT_WIDTH = 226;

export interface Band {
  code: string;
  /** Last name first, as staff search for it. */
  name: string;
  /** YYYY-MM-DD, if known. */
  dateOfBirth?: string | null;
  hospital: string;
  /** Adds a page for the patient, with a PIN. */
  slip?: PinSlip | undefined;
}

interface PinSlip {
  pin: string;
  /** YYYY-MM-DD HH:MM, where the hospital is. */
  until: string;
  locale: Locale;
}

/** What the smallest QR code at level H holds, still readable with 30 % of it lost. */
const CODE = /^[0-9A-Z $%*+\-./:]{1,10}$/;

/**
 * Returns a symbol, not yet drawn. The generator is larger than the rest of the API, so it is loaded with the first
 * wristband, as the writer of PDFs is.
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

/**
 * Returns the QR code of a wristband as an SVG path, one unit per module, and the number of modules along each side.
 */
export async function qrSymbol(code: string): Promise<{ size: number; path: string }> {
  const { side, runs } = await qrRuns(code);
  const path = runs.map(({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`).join('');
  return { size: side, path };
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function qrRectangles(code: string): Promise<Rectangle[]> {
  const { side, runs } = await qrRuns(code);
  const top = (HEIGHT - side * QR_MODULE) / 2;
  return runs.map(({ row, column, length }) => ({
    x: QR_LEFT + column * QR_MODULE,
    y: top + row * QR_MODULE,
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
    if (index % 2 === 0) bars.push({ x, y: BARS_TOP, width: width * BAR_MODULE, height: BARS_HEIGHT });
    x += width * BAR_MODULE;
  }
  return bars;
}

interface TextLine {
  x: number;
  /** Of the baseline. */
  y: number;
  size: number;
  isBold: boolean;
  text: string;
  /** Longer texts are cut. */
  width: number;
  direction: 'ltr' | 'rtl';
}

const linesOf = ({ code, name, dateOfBirth, hospital }: Band): TextLine[] => {
  const left = { x: TEXT_LEFT, width: TEXT_WIDTH, isBold: false, direction: 'ltr' } as const;
  return [
    { ...left, y: 30, size: 13, isBold: true, text: name },
    { ...left, y: 48, size: 11, text: dateOfBirth ? `${code} · ${dateOfBirth}` : code },
    { ...left, y: 62, size: 8, text: hospital },
    { ...left, x: BARS_LEFT, y: 66, size: 9, text: code },
  ];
};

/** Returns the lines of a page with a PIN, which are no part of the band. */
function slipLines({ name, dateOfBirth }: Band, { pin, until, locale }: PinSlip): TextLine[] {
  const { direction } = LANGUAGES[locale];
  const line = { x: TEXT_LEFT, width: WIDTH - 2 * TEXT_LEFT, isBold: false, direction };
  return [
    { ...line, y: 30, size: 18, isBold: true, text: translate(locale, 'band.pin', { pin }) },
    { ...line, y: 48, size: 11, text: dateOfBirth ? `${isolate(name)} · ${dateOfBirth}` : name },
    { ...line, y: 62, size: 9, text: translate(locale, 'band.pinUse', { until }) },
  ];
}

/**
 * Returns wristbands as a PDF, one a page, sharp at any size.
 * @throws RangeError for a code of other characters than digits, capital letters and $%*+-./: or of more than 10
 */
export async function wristbandPdf(...bands: Band[]): Promise<Buffer> {
  const wrong = bands.find(({ code }) => !CODE.test(code));
  if (wrong) throw new RangeError(`A wristband can't hold the code "${wrong.code}"`);
  const [{ default: PDFDocument }, { addFonts }, { cutLine, drawLine }] = await Promise.all([
    import('pdfkit'),
    import('../pdf/fonts.ts'),
    import('../pdf/lines.ts'),
  ]);
  const document = new PDFDocument({
    info: { Title: bands.map(({ code }) => code).join(', ') },
    autoFirstPage: false,
    pdfVersion: '1.7',
    displayTitle: true,
    size: [WIDTH, HEIGHT],
    margin: 0,
  });
  addFonts(document, bands[0]?.slip?.locale ?? 'en');
  // pdfkit has no option for this: printed smaller or larger, the codes could not be read.
  Reflect.get(document, '_root').data.ViewerPreferences.data.PrintScaling = 'None';
  const write = (lines: readonly TextLine[]) => {
    for (const { x, y, text, isBold, ...layout } of lines) {
      const line = cutLine(document, { text, isBold }, layout);
      const left = layout.direction === 'rtl' ? x + layout.width - line.width : x;
      drawLine(document, line, layout.size, left, y);
    }
  };
  for (const band of bands) {
    document.addPage();
    for (const { x, y, width, height } of [...(await qrRectangles(band.code)), ...(await barRectangles(band.code))])
      document.rect(x, y, width, height);
    document.fill();
    write(linesOf(band));
    if (band.slip) {
      document.addPage();
      write(slipLines(band, band.slip));
    }
  }
  document.end();
  return buffer(document);
}
