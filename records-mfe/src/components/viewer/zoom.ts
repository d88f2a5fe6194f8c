/** How a picture lies in its frame: `scale` times its size, its left upper corner at (x, y) px of the frame. */
export interface Placement {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

export const WHOLE: Placement = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 6;
/** What one press of a button or key changes. */
export const STEP = 1.5;
/** What a double tap zooms to. */
export const CLOSE_UP = 2.5;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** No zoom beyond the limits, and no empty stripe between picture and frame. */
export function settle({ scale, x, y }: Placement, { width, height }: Size): Placement {
  const kept = within(scale, 1, MAX_SCALE);
  // Adding 0 turns -0, which the narrowest range gives, into 0.
  return { scale: kept, x: within(x, width * (1 - kept), 0) + 0, y: within(y, height * (1 - kept), 0) + 0 };
}

/** Zooms by a factor while the picture's point under `spot` (px of the frame) stays where it is. */
export function zoomAt(from: Placement, factor: number, spot: Spot, frame: Size): Placement {
  const scale = within(from.scale * factor, 1, MAX_SCALE);
  const ratio = scale / from.scale;
  return settle({ scale, x: spot.x - (spot.x - from.x) * ratio, y: spot.y - (spot.y - from.y) * ratio }, frame);
}

/** Moves the picture by some px. */
export function panBy(from: Placement, by: Spot, frame: Size): Placement {
  return settle({ scale: from.scale, x: from.x + by.x, y: from.y + by.y }, frame);
}
