/** Placement of a picture in its frame: its scale, and its top left corner (x, y) in px of the frame. */
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
/** Zoom factor of one button or key press. */
export const STEP = 1.5;
/** Zoom factor of a double tap. */
export const CLOSE_UP = 2.5;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Limits the scale and prevents gaps between picture and frame. */
export function settle({ scale, x, y }: Placement, { width, height }: Size): Placement {
  const kept = within(scale, 1, MAX_SCALE);
  // Adding 0 turns -0, which the narrowest range produces, into 0.
  return { scale: kept, x: within(x, width * (1 - kept), 0) + 0, y: within(y, height * (1 - kept), 0) + 0 };
}

/** Zooms by a factor around `spot` (px in the frame), which stays in place. */
export function zoomAt(from: Placement, factor: number, spot: Spot, frame: Size): Placement {
  const scale = within(from.scale * factor, 1, MAX_SCALE);
  const ratio = scale / from.scale;
  return settle({ scale, x: spot.x - (spot.x - from.x) * ratio, y: spot.y - (spot.y - from.y) * ratio }, frame);
}

/** Moves the picture by the given number of px. */
export function panBy(from: Placement, by: Spot, frame: Size): Placement {
  return settle({ scale: from.scale, x: from.x + by.x, y: from.y + by.y }, frame);
}
