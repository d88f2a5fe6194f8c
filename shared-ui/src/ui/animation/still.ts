import type { SVGAttributes } from 'react';

/** One shape of a still, as React writes it. Made by `npm run media -- animations`. */
export interface StillShape extends Pick<SVGAttributes<SVGPathElement>, 'opacity' | 'strokeWidth' | 'strokeDasharray'> {
  /** Class that the theme paints, as on the animation's own layer. */
  className: string;
  /** Path data: lines and curves. */
  d?: string | undefined;
  circles?: [x: number, y: number, radius: number][] | undefined;
  /** Stops of a radial gradient: offset and alpha. */
  light?: [offset: number, alpha: number][];
}

/** A frame of an animation as SVG shapes, from bottom to top. */
export interface Still {
  size: [width: number, height: number];
  shapes: StillShape[];
}

/** Returns the path data of a shape, circles included. */
export const pathData = ({ d = '', circles = [] }: Pick<StillShape, 'd' | 'circles'>): string =>
  d + circles.map(([x, y, r]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`).join('');
