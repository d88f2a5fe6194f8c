import { isNoCode, WristbandReader } from './wristband-reader.ts';

const DARK = 0;
const LIGHT = 255;

/** ER10000001 as Code 128: widths of alternating bars and spaces. */
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

/** A canvas that holds grey pixels or draws from another one, as far as decoding needs it (jsdom can't draw). */
class FakeCanvas {
  width = 0;
  height = 0;
  #pixels = new Uint8Array();
  #centre: readonly [x: number, y: number] = [0, 0];
  #angle = 0;

  static of(width: number, height: number, shade: Shade): HTMLCanvasElement {
    const canvas = Object.assign(new FakeCanvas(), { width, height });
    canvas.#fill(shade);
    return canvas as unknown as HTMLCanvasElement;
  }

  #fill(shade: Shade): void {
    this.#pixels = new Uint8Array(this.width * this.height);
    for (let place = 0; place < this.#pixels.length; place += 1) {
      this.#pixels[place] = shade(place % this.width, Math.floor(place / this.width));
    }
  }

  getContext() {
    return {
      translate: (x: number, y: number) => {
        this.#centre = [x, y];
      },
      rotate: (angle: number) => {
        this.#angle = angle;
      },
      drawImage: (source: FakeCanvas, left: number, top: number, width: number, height: number) => {
        const [centreX, centreY] = this.#centre;
        const [cos, sin] = [Math.cos(this.#angle), Math.sin(this.#angle)];
        this.#fill((x, y) => {
          const [fromX, fromY] = [x + 0.5 - centreX, y + 0.5 - centreY];
          const u = Math.floor(((fromX * cos + fromY * sin - left) / width) * source.width);
          const v = Math.floor(((fromY * cos - fromX * sin - top) / height) * source.height);
          const isInside = u >= 0 && v >= 0 && u < source.width && v < source.height;
          return isInside ? (source.#pixels[v * source.width + u] ?? LIGHT) : LIGHT;
        });
      },
      getImageData: () => ({
        data: Uint8ClampedArray.from({ length: this.#pixels.length * 4 }, (_, index) =>
          index % 4 === 3 ? LIGHT : (this.#pixels[index >> 2] ?? LIGHT),
        ),
      }),
    };
  }
}

const [WIDTH, HEIGHT] = [480, 360];

/** Returns a frame with a symbol in the middle, rotated clockwise by `degrees`. */
function frameOf(symbol: Shade, degrees = 0): HTMLCanvasElement {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return FakeCanvas.of(WIDTH, HEIGHT, (x, y) => {
    const [fromX, fromY] = [x - WIDTH / 2, y - HEIGHT / 2];
    return symbol(fromX * cos + fromY * sin, fromY * cos - fromX * sin);
  });
}

/** Pixels per module. */
const UNIT = 3;

const LINE = [...BARS].flatMap((width, place) =>
  Array.from({ length: Number(width) }, () => (place % 2 === 0 ? DARK : LIGHT)),
);

const barCode: Shade = (x, y) =>
  Math.abs(y) > 60 ? LIGHT : (LINE[Math.floor((x + (LINE.length * UNIT) / 2) / UNIT)] ?? LIGHT);

const squareCode: Shade = (x, y) => {
  const at = (distance: number) => Math.floor((distance + (SQUARES.length * UNIT) / 2) / UNIT);
  return SQUARES[at(y)]?.[at(x)] === '1' ? DARK : LIGHT;
};

let reader: WristbandReader;

beforeEach(() => {
  jest.spyOn(document, 'createElement').mockImplementation(() => new FakeCanvas() as unknown as HTMLElement);
  reader = new WristbandReader();
});

/** Returns what each attempt at a frame read; null means no code. */
function read(frame: HTMLCanvasElement, attempts: number): (string | null)[] {
  return Array.from({ length: attempts }, () => {
    try {
      return reader.decodeFromCanvas(frame).getText();
    } catch (error) {
      if (isNoCode(error)) return null;
      throw error;
    }
  });
}

test.each([0, 5, 90, 180, 270])('WristbandReader reads a Code 128 wristband rotated by %i degrees', (angle) => {
  expect(read(frameOf(barCode, angle), 2)).toEqual(['ER10000001', 'ER10000001']);
});

test.each([45, 135])('WristbandReader reads a Code 128 wristband rotated by %i degrees in four attempts', (angle) => {
  expect(read(frameOf(barCode, angle), 4)).toContain('ER10000001');
});

test.each([0, 30, 90, 180])('WristbandReader reads a QR code rotated by %i degrees', (angle) => {
  expect(read(frameOf(squareCode, angle), 2)).toEqual(['ER10000001', 'ER10000001']);
});

test('WristbandReader finds no code in a frame without one, and logs no warning', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  expect(
    read(
      frameOf((x, y) => Math.abs(x * 7 + y * 13) % 256),
      2,
    ),
  ).toEqual([null, null]);
  expect(warn).not.toHaveBeenCalled();
});
