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

export interface Point {
  x: number;
  y: number;
}

export const WHOLE: Placement = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 6;
/** Zoom factor of one button or key press. */
export const STEP = 1.5;
export const DOUBLE_TAP_ZOOM = 2.5;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Limits the scale and prevents gaps between picture and frame. */
export function constrain({ scale, x, y }: Placement, { width, height }: Size): Placement {
  const limited = within(scale, 1, MAX_SCALE);
  // Adding 0 turns -0, which the narrowest range produces, into 0.
  return { scale: limited, x: within(x, width * (1 - limited), 0) + 0, y: within(y, height * (1 - limited), 0) + 0 };
}

/** Zooms by a factor around `point` (px in the frame), which stays in place. */
export function zoomAt(from: Placement, factor: number, point: Point, frame: Size): Placement {
  const scale = within(from.scale * factor, 1, MAX_SCALE);
  const ratio = scale / from.scale;
  return constrain({ scale, x: point.x - (point.x - from.x) * ratio, y: point.y - (point.y - from.y) * ratio }, frame);
}

/** Moves the picture by the given number of px. */
export function panBy(from: Placement, by: Point, frame: Size): Placement {
  return constrain({ scale: from.scale, x: from.x + by.x, y: from.y + by.y }, frame);
}
