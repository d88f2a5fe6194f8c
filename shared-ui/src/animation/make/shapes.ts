/**
 * The few pieces of the Lottie format that our drawings need. Angles in degrees, sizes in the drawing's own pixels,
 * times in frames. Colours are only a fallback: every layer has a class (`cl`) and the page's style sheet paints it.
 */
export type Point = [number, number];
type Json = Record<string, unknown>;

export interface Drawing {
  name: string;
  fps: number;
  frames: number;
  size: Point;
  layers: Layer[];
  /** Named moments, for what the page does in step with the drawing. */
  markers?: { name: string; frame: number }[];
}

export interface Layer {
  /** Class that the page's style sheet paints. */
  paint: string;
  shapes: Json[];
  position?: Point;
  scale?: Json;
  rotation?: Json;
  opacity?: Json;
}

const EASE_OUT = { o: { x: [0.2], y: [0] }, i: { x: [0.2], y: [1] } };
const EASE_BOTH = { o: { x: [0.45], y: [0] }, i: { x: [0.55], y: [1] } };

export const still = (value: number | number[]): Json => ({ a: 0, k: value });

/** A value that changes: pairs of frame and value, eased between them. */
export function moving(steps: readonly (readonly [frame: number, value: number | number[]])[], swing = false): Json {
  const ease = swing ? EASE_BOTH : EASE_OUT;
  const list = (value: number | number[]) => (Array.isArray(value) ? value : [value]);
  const keys = steps.map(([t, value], place) =>
    place === steps.length - 1 ? { t, s: list(value) } : { t, s: list(value), ...ease },
  );
  return { a: 1, k: keys };
}

/** Straight lines through points; closed when the last step should lead back to the first. */
export function lines(points: readonly Point[], closed: boolean): Json {
  const flat = points.map((): Point => [0, 0]);
  return { ty: 'sh', ks: fixed({ i: flat, o: flat, v: points, c: closed }) };
}

const fixed = (k: Json): Json => ({ a: 0, k });

export const circle = (diameter: number): Json => ({ ty: 'el', p: still([0, 0]), s: still([diameter, diameter]) });

export const fill = (): Json => ({ ty: 'fl', c: still([0.05, 0.36, 0.39, 1]), o: still(100), r: 1 });

export const stroke = (width: number): Json => ({
  ty: 'st',
  c: still([0.05, 0.36, 0.39, 1]),
  o: still(100),
  w: still(width),
  lc: 2,
  lj: 2,
});

/** Draws a stroke from its beginning to its end. */
export const trim = (end: Json): Json => ({ ty: 'tm', s: still(0), e: end, o: still(0), m: 1 });

/** Several shapes as one; Lottie wants a transform at the end of every group. */
export const group = (...items: Json[]): Json => ({
  ty: 'gr',
  it: [...items, { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) }],
});

/** Lottie's JSON of a drawing; the first layer lies on top. */
export function lottie({ name, fps, frames, size: [w, h], layers, markers = [] }: Drawing): Json {
  return {
    v: '5.13.0',
    nm: name,
    fr: fps,
    ip: 0,
    op: frames,
    w,
    h,
    ddd: 0,
    assets: [],
    markers: markers.map((marker) => ({ cm: marker.name, tm: marker.frame, dr: 0 })),
    layers: layers.map((layer, place) => shapeLayer(layer, place, [w / 2, h / 2], frames)),
  };
}

function shapeLayer(layer: Layer, place: number, middle: Point, frames: number): Json {
  return {
    ty: 4,
    ind: place + 1,
    cl: layer.paint,
    ip: 0,
    op: frames,
    st: 0,
    ks: {
      p: still(layer.position ?? middle),
      a: still([0, 0]),
      s: layer.scale ?? still([100, 100]),
      r: layer.rotation ?? still(0),
      o: layer.opacity ?? still(100),
    },
    shapes: layer.shapes,
  };
}
