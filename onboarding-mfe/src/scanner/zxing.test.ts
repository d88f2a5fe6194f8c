import { decode } from './zxing.ts';

const DARK = 0;
const LIGHT = 255;

/** ER10000001 as Code 128: widths of bars and spaces in turn. */
const BARS = '2112141321132311311131412213122122222122222221221124122331112';

/** ER10000001 as a QR code. */
const SQUARES = `
111111101010101111111
100000100111001000001
101110100001001011101
101110101001101011101
101110100011101011101
100000100100101000001
111111101010101111111
000000000000100000000
001011101001010001001
110101011000001101000
110010101011011011101
111000001010110101000
011010100010101000100
000000001011011101011
111111100110001010001
100000101111101101000
101110101011000010101
101110100100110100010
101110101001000010001
100000100101101100011
111111100011001010101`
  .trim()
  .split('\n');

type Shade = (x: number, y: number) => number;

/** A canvas that holds a picture, as far as reading it needs one. */
function picture(width: number, height: number, shade: Shade): HTMLCanvasElement {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let place = 0; place < width * height; place += 1) {
    const grey = shade(place % width, Math.floor(place / width));
    data.set([grey, grey, grey, LIGHT], place * 4);
  }
  return { width, height, getContext: () => ({ getImageData: () => ({ data }) }) } as unknown as HTMLCanvasElement;
}

const UNIT = 4;
const MARGIN = 60;

function barCode(): HTMLCanvasElement {
  const line = [...BARS].flatMap((width, place) =>
    Array.from({ length: Number(width) * UNIT }, () => (place % 2 === 0 ? DARK : LIGHT)),
  );
  const isInside = (y: number) => y > MARGIN && y < 240 - MARGIN;
  return picture(line.length + 2 * MARGIN, 240, (x, y) => (isInside(y) ? (line[x - MARGIN] ?? LIGHT) : LIGHT));
}

function squareCode(): HTMLCanvasElement {
  const unit = 4;
  const size = SQUARES.length * unit + 2 * MARGIN;
  const at = (place: number) => Math.floor((place - MARGIN) / unit);
  return picture(size, size, (x, y) => (SQUARES[at(y)]?.[at(x)] === '1' ? DARK : LIGHT));
}

test('reads a Code 128 wristband', () => {
  expect(decode('bars', barCode())).toBe('ER10000001');
});

test('reads a QR code', () => {
  expect(decode('square', squareCode())).toBe('ER10000001');
});

test.each(['bars', 'square'] as const)('finds no %s in a picture without a code', (kind) => {
  expect(
    decode(
      kind,
      picture(320, 240, (x, y) => (x * 7 + y * 13) % 256),
    ),
  ).toBeNull();
});
