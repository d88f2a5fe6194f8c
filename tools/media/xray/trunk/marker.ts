/** Lead letters that mark which side a film shows. */
import type { GreyPicture } from './film.ts';

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
export function mark(picture: GreyPicture, letter: string, [left, top]: readonly [number, number], size: number): void {
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
