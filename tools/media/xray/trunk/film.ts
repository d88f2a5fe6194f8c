/** Simulates a radiograph of a phantom: sums the attenuation along parallel rays, then develops the film. */

import { normalFrom, randomFrom } from './noise.ts';
import type { Body } from './shapes.ts';

export interface GreyPicture {
  width: number;
  height: number;
  /** Row by row, 0 (black) to 255 (white). */
  pixels: Uint8Array;
}

export interface View {
  /** Rotation of the body about its upright axis, in degrees: 0 from the front, 90 from the side. */
  turn: number;
  /** Section of the body that the film shows, in mm: centred horizontally, and from y = `top` down. */
  width: number;
  height: number;
  top: number;
  /** Pixels per mm. */
  scale: number;
  /** Length of a step along a ray, in mm. */
  step: number;
  /** Offset of the film's centre from the phantom's axis, in mm to the right. */
  shift?: number;
}

interface Film {
  width: number;
  height: number;
  /** Attenuation of each ray, in mm of soft tissue. */
  shadow: Float32Array;
}

/** Sums the attenuation of each ray through the bodies. */
export function expose(bodies: readonly Body[], view: View): Film {
  const [width, height] = [Math.round(view.width * view.scale), Math.round(view.height * view.scale)];
  const film: Film = { width, height, shadow: new Float32Array(width * height) };
  for (const body of bodies) cast(body, view, film);
  return film;
}

function cast({ shape, density, stride }: Body, view: View, { width, height, shadow }: Film): void {
  const step = view.step * stride;
  const turn = (view.turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [cx, cy, cz] = shape.centre;
  const [cu, cw] = [cx * cos - cz * sin, cx * sin + cz * cos];
  const left = view.width / 2 - (view.shift ?? 0);
  const column = (u: number) => Math.round((u + left) * view.scale);
  const row = (y: number) => Math.round((y - view.top) * view.scale);
  const lastRow = Math.min(height, row(cy + shape.reach));
  const lastColumn = Math.min(width, column(cu + shape.reach));
  for (let j = Math.max(0, row(cy - shape.reach)); j < lastRow; j += 1) {
    const y = view.top + (j + 0.5) / view.scale;
    for (let i = Math.max(0, column(cu - shape.reach)); i < lastColumn; i += 1) {
      const u = (i + 0.5) / view.scale - left;
      const half = Math.sqrt(Math.max(0, shape.reach ** 2 - (y - cy) ** 2 - (u - cu) ** 2));
      let sum = 0;
      for (let w = cw - half; w < cw + half; ) {
        const [x, z] = [u * cos + w * sin, -u * sin + w * cos];
        const depth = shape.depth(x, y, z);
        if (depth > 0) sum += density(depth, x, y, z) * step;
        // Far outside, the next surface is at least about that far away.
        w += depth < -2 * step ? Math.max(step, -depth * 0.6) : step;
      }
      const place = j * width + i;
      shadow[place] = (shadow[place] ?? 0) + sum;
    }
  }
}

/** Blurs in both directions, three times, which approximates a Gaussian. `radius` is in pixels. */
function blurred({ width, height, shadow }: Film, radius: number): Float32Array {
  let from = Float32Array.from(shadow);
  const pass = (lines: number, length: number, next: number, line: number) => {
    const to = new Float32Array(from.length);
    for (let l = 0; l < lines; l += 1) {
      const at = (place: number) => from[l * line + Math.max(0, Math.min(length - 1, place)) * next] ?? 0;
      let sum = 0;
      for (let k = -radius; k <= radius; k += 1) sum += at(k);
      for (let place = 0; place < length; place += 1) {
        to[l * line + place * next] = sum / (2 * radius + 1);
        sum += at(place + radius + 1) - at(place - radius);
      }
    }
    from = to;
  };
  for (let round = 0; round < 3; round += 1) {
    pass(height, width, 1, width);
    pass(width, height, width, 1);
  }
  return from;
}

export interface Development {
  /** Attenuation rendered as black and white, in mm of soft tissue. */
  black: number;
  white: number;
  /** Below 1, darker parts get more of the contrast. */
  gamma: number;
  /** How much fine detail is enhanced over broad shadows, as detectors do. */
  lift: number;
  seed: number;
}

/** Develops the picture: scattered light, detail enhancement, detector grain and tones. */
export function develop(film: Film, { black, white, gamma, lift, seed }: Development): GreyPicture {
  const { width, height } = film;
  const sharp = blurred(film, 1);
  const broad = blurred(film, Math.round(width / 14));
  const normal = normalFrom(randomFrom(seed));
  const pixels = new Uint8Array(width * height);
  for (let place = 0; place < pixels.length; place += 1) {
    const [near, far] = [sharp[place] ?? 0, broad[place] ?? 0];
    const tone = (near + lift * (near - far) - black) / (white - black);
    const grey = Math.max(0, Math.min(1, tone)) ** gamma;
    // Less light means more grain.
    pixels[place] = Math.round(255 * Math.max(0, Math.min(1, grey + normal() * (0.006 + 0.008 * grey))));
  }
  return { width, height, pixels };
}
