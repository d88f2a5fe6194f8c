/**
 * The parts of the Lottie format that our drawings need. Angles are in degrees, sizes in the drawing's own pixels,
 * times in frames. Colours are only a fallback: every layer has a class (`cl`) that the page's style sheet colours.
 */
export type Point = [number, number];
type Json = Record<string, unknown>;

interface Drawing {
  name: string;
  fps: number;
  frames: number;
  size: Point;
  layers: Layer[];
  /** Scenes that layers play, by name. */
  scenes?: Record<string, Scene>;
  /** Named frames, for page effects synchronised with the drawing. */
  markers?: { name: string; frame: number }[];
}

/** Animated properties of a layer. Only whole layers move, never outlines, which keeps frames cheap. */
interface Moved {
  position?: Point | Json;
  scale?: Json;
  rotation?: Json;
  opacity?: Json;
}

export interface ShapeLayer extends Moved {
  /** Class that the page's style sheet colours. */
  paint: string;
  shapes: Json[];
}

/** Plays a scene in the drawing's own coordinates for the whole duration, alternately forwards and backwards. */
interface SceneLayer {
  scene: string;
}

export type Layer = ShapeLayer | SceneLayer;

/** A group of layers that is drawn once and played several times. */
export interface Scene {
  frames: number;
  layers: ShapeLayer[];
}

const EASE_OUT = { o: { x: [0.2], y: [0] }, i: { x: [0.2], y: [1] } };
const EASE_BOTH = { o: { x: [0.45], y: [0] }, i: { x: [0.55], y: [1] } };
const EVEN = { o: { x: [0.33], y: [0.33] }, i: { x: [0.67], y: [0.67] } };
const EASES = { out: EASE_OUT, both: EASE_BOTH, even: EVEN } as const;

export type Step = readonly [frame: number, value: number | number[]];

export const still = (value: number | number[]): Json => ({ a: 0, k: value });

const list = (value: number | number[]) => (Array.isArray(value) ? value : [value]);

/** Returns an animated value from pairs of frame and value, with easing between them. */
export function moving(steps: readonly Step[], ease: keyof typeof EASES = 'out'): Json {
  const keys = steps.map(([t, value], place) =>
    place === steps.length - 1 ? { t, s: list(value) } : { t, s: list(value), ...EASES[ease] },
  );
  return { a: 1, k: keys };
}

/** A corner of a curved line, with its two handles relative to it. */
export interface Knot {
  at: Point;
  arrive?: Point;
  leave?: Point;
}

const NONE: Point = [0, 0];

/** Number of straight segments that approximate a curve between two knots. */
const STEPS_OF_A_CURVE = 12;

/** Returns points on the curves through `knots`, in order. */
function pointsOn(knots: readonly Knot[]): Point[] {
  return knots.flatMap(({ at, leave = NONE }, place) => {
    const next = knots[place + 1];
    if (!next) return [at];
    const arrive = next.arrive ?? NONE;
    return Array.from({ length: STEPS_OF_A_CURVE }, (_, step): Point => {
      const t = step / STEPS_OF_A_CURVE;
      const on = (axis: 0 | 1) =>
        (1 - t) ** 3 * at[axis] +
        3 * (1 - t) ** 2 * t * (at[axis] + leave[axis]) +
        3 * (1 - t) * t ** 2 * (next.at[axis] + arrive[axis]) +
        t ** 3 * next.at[axis];
      return [on(0), on(1)];
    });
  });
}

/** Returns a position that moves along the curve through `knots` at constant speed, from one frame to another. */
export function along(knots: readonly Knot[], from: number, to: number): Json {
  const points = pointsOn(knots);
  const lengths = points.map(([x, y], place) => {
    const [beforeX, beforeY] = points[place - 1] ?? [x, y];
    return Math.hypot(x - beforeX, y - beforeY);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let covered = 0;
  const steps = points.map(([x, y], place): Step => {
    covered += lengths[place] ?? 0;
    return [Math.round(from + ((to - from) * covered) / whole), [Math.round(x * 10) / 10, Math.round(y * 10) / 10]];
  });
  return moving(steps, 'even');
}

/** Returns an open curve. */
export function curve(knots: readonly Knot[]): Json {
  const of = (pick: (knot: Knot) => Point | undefined) => knots.map((knot) => pick(knot) ?? NONE);
  return { ty: 'sh', ks: fixed({ i: of((k) => k.arrive), o: of((k) => k.leave), v: of((k) => k.at), c: false }) };
}

/** Returns straight lines through the points, optionally closed. */
export function lines(points: readonly Point[], closed: boolean): Json {
  const flat = points.map(() => NONE);
  return { ty: 'sh', ks: fixed({ i: flat, o: flat, v: points, c: closed }) };
}

const fixed = (k: Json): Json => ({ a: 0, k });

export const circle = (diameter: number, middle: Point = [0, 0]): Json => ({
  ty: 'el',
  p: still(middle),
  s: still([diameter, diameter]),
});

/** Returns the guiding star of the brand's logo, with arms `reach` long. */
export function star(reach: number): Point[] {
  const waist = Math.round(reach * 21.6) / 100;
  return [
    [0, -reach],
    [waist, -waist],
    [reach, 0],
    [waist, waist],
    [0, reach],
    [-waist, waist],
    [-reach, 0],
    [-waist, -waist],
  ];
}

export const fill = (): Json => ({ ty: 'fl', c: still([0.05, 0.36, 0.39, 1]), o: still(100), r: 1 });

/**
 * Returns a radial glow: alpha (0 to 1) at the centre, transparent at `radius`. Its colour is the gold of both themes.
 */
export const glow = (radius: number, alpha: number): Json => ({
  ty: 'gf',
  t: 2,
  o: still(100),
  r: 1,
  s: still([0, 0]),
  e: still([radius, 0]),
  g: {
    p: 3,
    k: still([...GLOW_STOPS.flatMap((at) => [at, ...GOLD]), ...GLOW_STOPS.flatMap((at) => [at, fade(at, alpha)])]),
  },
});

/** Red, green and blue of `--gold`, 0 to 1. */
const GOLD = [0.961, 0.788, 0.361];
const GLOW_STOPS = [0, 0.5, 1];
const fade = (at: number, alpha: number) => Math.round(alpha * (1 - at) ** 1.6 * 1000) / 1000;

export const stroke = (width: number): Json => ({
  ty: 'st',
  c: still([0.05, 0.36, 0.39, 1]),
  o: still(100),
  w: still(width),
  lc: 2,
  lj: 2,
});

/** Returns a stroke with dashes of length `dash` and gaps of length `gap`. */
export const dashed = (width: number, dash: number, gap: number): Json => ({
  ...stroke(width),
  d: [
    { n: 'd', nm: 'dash', v: still(dash) },
    { n: 'g', nm: 'gap', v: still(gap) },
    { n: 'o', nm: 'offset', v: still(0) },
  ],
});

/** Combines shapes into a group; Lottie requires a transform at the end of every group. */
export const group = (...items: Json[]): Json => ({
  ty: 'gr',
  it: [...items, { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) }],
});

/** Returns a drawing's Lottie JSON; the first layer is on top. */
export function lottie({ name, fps, frames, size, layers, scenes = {}, markers = [] }: Drawing): Json {
  const [w, h] = size;
  const middle: Point = [w / 2, h / 2];
  return {
    v: '5.13.0',
    ver: 10000,
    nm: name,
    fr: fps,
    ip: 0,
    op: frames,
    w,
    h,
    assets: Object.entries(scenes).map(([id, scene]) => ({
      id,
      layers: scene.layers.map((layer, place) => shapeLayer(layer, place, [0, 0], scene.frames + 1)),
    })),
    markers: markers.map((marker) => ({ cm: marker.name, tm: marker.frame, dr: 0 })),
    layers: layers.map((layer, place) =>
      'scene' in layer
        ? sceneLayer(layer, place, { size, frames: scenes[layer.scene]?.frames ?? 0, fps, all: frames })
        : shapeLayer(layer, place, middle, frames),
    ),
  };
}

function transform({ position, scale, rotation, opacity }: Moved, middle: Point): Json {
  return {
    p: Array.isArray(position) || position === undefined ? still(position ?? middle) : position,
    a: still([0, 0]),
    s: scale ?? still([100, 100]),
    r: rotation ?? still(0),
    o: opacity ?? still(100),
  };
}

function shapeLayer(layer: ShapeLayer, place: number, middle: Point, frames: number): Json {
  return {
    ty: 4,
    ind: place + 1,
    cl: layer.paint,
    ip: 0,
    op: frames,
    st: 0,
    ks: transform(layer, middle),
    shapes: layer.shapes,
  };
}

interface SceneSize {
  size: Point;
  frames: number;
  fps: number;
  all: number;
}

function sceneLayer({ scene }: SceneLayer, place: number, { size: [w, h], frames, fps, all }: SceneSize): Json {
  const toAndFro = Array.from(
    { length: all / frames + 1 },
    (_, turn): Step => [turn * frames, turn % 2 ? frames / fps : 0],
  );
  const ks = transform({}, [0, 0]);
  return { ty: 0, ind: place + 1, refId: scene, w, h, ks, ip: 0, op: all, st: 0, tm: moving(toAndFro, 'even') };
}
