import { execFileSync } from 'node:child_process';
import { RESULT_MEDIA } from '../places.ts';
import { BONES, FLESH } from './leg.ts';
import { makeTrunkXrays } from './trunk/make.ts';

/** Pixels per cm of film. */
const SHARPNESS = 32;
/** The film's edges, in cm: half its width, and its top and bottom. */
const FILM = { half: 9, top: 23, bottom: -7 } as const;
/** Minimum step along a ray, in cm. */
const STRIDE = 0.09;
/** Between solids a ray takes longer steps: this share of the distance to the nearest solid. */
const CAUTION = 0.6;
const FAR = 99;

/** How far the leg extends in front of and behind the middle of the film, in cm. */
const DEPTH = 15;

/**
 * Attenuation per cm: the bone's outer layer, its mesh, marrow, flesh. Relative values, chosen for the film's look.
 */
const WEAKENING = { cortex: 1.35, mesh: 0.42, marrow: 0.1, flesh: 0.105 } as const;

/** Softness of edges, in cm: a real X-ray source is not a point. */
const SOFT = 0.05;

const WIDTH = 2 * FILM.half * SHARPNESS;
const HEIGHT = (FILM.top - FILM.bottom) * SHARPNESS;

/** A picture: brightness of each pixel, 0 to 1, row by row from the top. */
type Grey = Float32Array;

/** Attenuation along a ray: in total, and the part in mesh. */
interface Attenuation {
  all: number;
  mesh: number;
}

const covered = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance / SOFT));

type Bones = typeof BONES;

/** Follows one ray through the leg. */
function follow(
  bones: Bones,
  inFlesh: boolean,
  from: readonly number[],
  along: readonly number[],
  attenuation: Attenuation,
): void {
  const [fx = 0, y = 0, fz = 0] = from;
  const [dx = 0, dz = 0] = along;
  let stride = STRIDE;
  for (let s = -DEPTH; s < DEPTH; s += stride) {
    const x = fx + dx * s;
    const z = fz + dz * s;
    const skin = inFlesh ? FLESH.distance(x, y, z) : FAR;
    stride = Math.max(STRIDE, skin * CAUTION);
    // All of the leg's bones are inside its flesh.
    if (skin > 0) continue;
    let dense = 0;
    let nearest = FAR;
    for (const bone of bones) {
      const d = bone.distance(x, y, z);
      nearest = Math.min(nearest, d);
      if (d > SOFT) continue;
      const mesh = bone.mesh(y);
      const inner = WEAKENING.marrow + (WEAKENING.mesh - WEAKENING.marrow) * mesh;
      const cortex = Math.max(0.06, bone.cortex * (1 - 0.65 * mesh));
      const shell = covered(-(d + cortex));
      const density = covered(d) * (inner + (WEAKENING.cortex - inner) * shell);
      if (density <= dense) continue;
      dense = density;
      attenuation.mesh += covered(d) * (1 - shell) * mesh * STRIDE;
    }
    if (dense > 0) attenuation.all += Math.max(dense, WEAKENING.flesh) * STRIDE;
    else {
      stride = Math.max(STRIDE, Math.min(nearest, -skin) * CAUTION);
      attenuation.all += WEAKENING.flesh * stride;
    }
  }
}

/** Returns a pseudo-random number from 0 to 1 determined by a position, so that the film is reproducible. */
function chance(x: number, y: number): number {
  const n = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return n - Math.floor(n);
}

/**
 * Returns cloudy noise around 0, about `size` pixels wide and 1.8 times as high, because the mesh's fibres run along
 * the leg.
 */
function fibres(column: number, row: number, size: number): number {
  const [x, y] = [column / size, row / (size * 1.8)];
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const [tx, ty] = [x - ix, y - iy];
  const mix = (a: number, b: number, t: number) => a + (b - a) * t * t * (3 - 2 * t);
  const upper = mix(chance(ix, iy), chance(ix + 1, iy), tx);
  const lower = mix(chance(ix, iy + 1), chance(ix + 1, iy + 1), tx);
  return mix(upper, lower, ty) - 0.5;
}

/**
 * Exposes the leg with parallel rays, rotated by `degrees` around its own axis (0: front view; 90: view from the
 * inside).
 */
function expose(degrees: number): Grey {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // In a side view the foot extends far to the front, so the film is shifted.
  const shift = 2.6 * sin;
  const film = new Float32Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    const y = FILM.top - row / SHARPNESS;
    const bones = BONES.filter(({ top, bottom }) => y <= top + SOFT && y >= bottom - SOFT);
    const inFlesh = y >= FLESH.bottom;
    for (let column = 0; column < WIDTH; column += 1) {
      const u = column / SHARPNESS - FILM.half + shift;
      const way = { all: 0, mesh: 0 };
      follow(bones, inFlesh, [u * cos, y, u * sin], [-sin, cos], way);
      const texture = way.mesh * 0.42 * (0.5 * fibres(column, row, 3) + 0.7 * fibres(column + 999, row, 6));
      film[row * WIDTH + column] = 1 - Math.exp(-0.62 * (way.all + texture * 0.42));
    }
  }
  return film;
}

/** Blurs a picture with a Gaussian of `sigma` pixels. */
function soften(picture: Grey, sigma: number): Grey {
  const reach = Math.ceil(sigma * 2.5);
  const bell = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const whole = bell.reduce((sum, part) => sum + part, 0);
  const pass = (from: Grey, step: number, length: number) =>
    from.map((_, index) => {
      const place = step === 1 ? index % WIDTH : Math.floor(index / WIDTH);
      let sum = 0;
      for (let i = -reach; i <= reach; i += 1) {
        const inside = Math.min(length - 1, Math.max(0, place + i)) - place;
        sum += (from[index + inside * step] ?? 0) * (bell[i + reach] ?? 0);
      }
      return sum / whole;
    });
  return pass(pass(picture, 1, WIDTH), WIDTH, HEIGHT);
}

/** Adds grain, as in every low-dose exposure. */
function grain(picture: Grey, amount: number): Grey {
  return picture.map((value, index) => value + amount * (chance(index % WIDTH, index / WIDTH + 0.37) - 0.5));
}

/** The views offered by the image picker, with the leg's rotation in degrees. */
const VIEWS = [
  { name: 'front', degrees: 0, letters: 'AP' },
  { name: 'side', degrees: 90, letters: 'LAT' },
  { name: 'oblique', degrees: 32, letters: 'OBL' },
] as const;

/** Lead letters, five pixels wide and seven high. */
const LETTERS: Record<string, string[]> = {
  A: ['01110', '10001', '10001', '11111', '10001', '10001', '10001'],
  B: ['11110', '10001', '11110', '10001', '10001', '10001', '11110'],
  L: ['10000', '10000', '10000', '10000', '10000', '10000', '11111'],
  O: ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  P: ['11110', '10001', '10001', '11110', '10000', '10000', '10000'],
  R: ['11110', '10001', '10001', '11110', '10100', '10010', '10001'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
};

/** Puts lead letters on the film; lead blocks all rays. */
function letter(film: Grey, text: string, left: number, top: number, size: number): void {
  [...text].forEach((sign, place) => {
    LETTERS[sign]?.forEach((dots, row) => {
      [...dots].forEach((dot, column) => {
        if (dot === '0') return;
        const x = left + (place * 6 + column) * size;
        const y = top + row * size;
        for (let i = 0; i < size * size; i += 1) {
          film[(y + Math.floor(i / size)) * WIDTH + x + (i % size)] = 0.97;
        }
      });
    });
  });
}

/** Writes a picture as a WebP file, brightened for the screen. */
function write(film: Grey, file: string): void {
  const points = Buffer.from(film.map((value) => Math.round(255 * Math.min(1, Math.max(0, value)) ** 0.92)));
  const head = Buffer.from(`P5 ${WIDTH} ${HEIGHT} 255\n`);
  const input = Buffer.concat([head, points]);
  const format = ['-y', '-loglevel', 'error', '-f', 'pgm_pipe', '-i', '-', '-c:v', 'libwebp', '-quality', '78', file];
  execFileSync('ffmpeg', format, { input });
}

/** Creates the X-rays: the right lower leg with its broken fibula, chest and neck; one file per view. */
export function makeXrays(): void {
  for (const { name, degrees, letters } of VIEWS) {
    const film = soften(expose(degrees), 0.7);
    letter(film, 'R', 40, 48, 6);
    letter(film, letters, 40, 104, 3);
    write(grain(soften(film, 0.6), 0.035), `${RESULT_MEDIA}/xray-leg-${name}.webp`);
    console.log(`xray-leg-${name}.webp`);
  }
  makeTrunkXrays();
}
