import { execFileSync } from 'node:child_process';
import { RESULT_MEDIA } from '../../places.ts';
import { CHEST } from './chest.ts';
import { type Development, develop, expose, type GreyPicture, type View } from './film.ts';
import { NECK } from './neck.ts';
import type { Body } from './shapes.ts';

/** Lead letters that mark which side a film shows. */

type Stroke = readonly (readonly [x: number, y: number])[];

/** Strokes on a grid of 6 by 8. */
const LETTERS: Record<string, readonly Stroke[]> = {
  R: [
    [
      [0, 8],
      [0, 0],
      [3.6, 0],
      [5, 1],
      [5, 3],
      [3.6, 4],
      [0, 4],
    ],
    [
      [2.6, 4],
      [5.2, 8],
    ],
  ],
};

function distance(x: number, y: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** Puts a letter on the picture, given its top left corner and height in pixels. */
function mark(picture: GreyPicture, letter: string, [left, top]: readonly [number, number], size: number): void {
  const unit = size / 8;
  const strokes = (LETTERS[letter] ?? []).flatMap((stroke) => stroke.slice(1).map((end, at) => [stroke[at], end]));
  for (let j = 0; j < size + 2 * unit; j += 1) {
    for (let i = 0; i < 8 * unit; i += 1) {
      const [x, y] = [i / unit - 1, j / unit - 1];
      const near = Math.min(...strokes.map(([a, b]) => (a && b ? distance(x, y, a, b) : 9)));
      const ink = Math.max(0, Math.min(1, (0.55 - near) * unit + 0.5));
      const place = (Math.round(top) + j) * picture.width + Math.round(left) + i;
      const before = picture.pixels[place];
      if (before !== undefined) picture.pixels[place] = Math.round(before + (243 - before) * ink);
    }
  }
}

const CHEST_VIEW = { height: 350, top: -20, scale: 2.2, step: 1.8 };
const CHEST_FILM: Development = { black: 12, white: 92, gamma: 0.85, lift: 0.5, seed: 2 };
const NECK_VIEW = { width: 160, height: 186, top: -32, scale: 3.6, step: 1 };
const NECK_FILM: Development = { black: 6, white: 72, gamma: 0.8, lift: 0.45, seed: 4 };
const SIDE = 90;

interface Radiograph {
  name: string;
  bodies: readonly Body[];
  view: View;
  film: Development;
}

const RADIOGRAPHS: Radiograph[] = [
  { name: 'chest-front', bodies: CHEST, view: { ...CHEST_VIEW, width: 350, turn: 0 }, film: CHEST_FILM },
  {
    name: 'chest-side',
    bodies: CHEST,
    view: { ...CHEST_VIEW, width: 280, turn: SIDE },
    film: { ...CHEST_FILM, black: 14, white: 122 },
  },
  { name: 'neck-front', bodies: NECK, view: { ...NECK_VIEW, turn: 0 }, film: NECK_FILM },
  { name: 'neck-side', bodies: NECK, view: { ...NECK_VIEW, turn: SIDE }, film: NECK_FILM },
];

function write({ width, height, pixels }: GreyPicture, file: string): void {
  const input = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
  const format = ['-y', '-loglevel', 'error', '-f', 'pgm_pipe', '-i', '-', '-c:v', 'libwebp', '-quality', '82', file];
  execFileSync('ffmpeg', format, { input });
}

/** Creates the X-rays of chest and neck, one file per view; takes some minutes. */
export function makeTrunkXrays(): void {
  for (const { name, bodies, view, film } of RADIOGRAPHS) {
    const picture = develop(expose(bodies, view), film);
    mark(picture, 'R', [picture.width * 0.05, picture.height * 0.04], picture.width / 14);
    write(picture, `${RESULT_MEDIA}/xray-${name}.webp`);
    console.log(`xray-${name}.webp`);
  }
}
