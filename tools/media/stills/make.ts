import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Still, StillShape } from 'shared-ui/animation/animations';
import { LOTTIE, STILLS, SUCCESS_STILL } from '../places.ts';

/** The frame a still shows: before the first keyframe or after the last one. */
type Frame = 'first' | 'last';

interface Value {
  k: number | (number | { s: number[] })[];
}

interface Outline {
  i: number[][];
  o: number[][];
  v: number[][];
  c: boolean;
}

/** The shape types of Lottie's JSON that our animations use: group, ellipse, path, fill, gradient fill, stroke. */
interface Shape {
  ty: string;
  it?: Shape[];
  p?: Value;
  s?: Value;
  e?: Value;
  w?: Value;
  ks?: { k: Outline };
  d?: { n: string; v: Value }[];
  g?: { p: number; k: Value };
}

interface Layer {
  cl: string;
  ks: { p: Value; s: Value; r: Value; o: Value };
  shapes: Shape[];
  /** The scene that this layer plays instead of shapes. */
  refId?: string;
}

/** The part of Lottie's JSON that a still needs. The first layer is on top. */
interface Lottie {
  w: number;
  h: number;
  layers: Layer[];
  assets: { id: string; layers: Layer[] }[];
}

/** Converts a layer's point to picture coordinates. */
type Place = (point: number[]) => [x: number, y: number];

function numbers(value: Value | undefined, frame: Frame): number[] {
  if (!value) return [];
  const { k } = value;
  if (!Array.isArray(k)) return [k];
  const key = frame === 'first' ? k[0] : k.at(-1);
  return typeof key === 'object' ? key.s : k.filter((entry) => typeof entry === 'number');
}

const one = (value: Value | undefined, frame: Frame, otherwise = 0) => numbers(value, frame)[0] ?? otherwise;

interface Placer {
  place: Place;
  scale: number;
  /** Formats a number with the precision that matters in this picture. */
  word(value: number): string;
}

function placer({ p, s, r }: Layer['ks'], frame: Frame, decimals: number): Placer {
  const [x = 0, y = 0] = numbers(p, frame);
  const [across = 100, down = across] = numbers(s, frame).map((percent) => percent / 100);
  const angle = (one(r, frame) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const place: Place = ([px = 0, py = 0]) => {
    const [sx, sy] = [px * across, py * down];
    return [x + sx * cos - sy * sin, y + sx * sin + sy * cos];
  };
  return { place, scale: across, word: (value) => String(Number(value.toFixed(decimals))) };
}

const plus = ([x = 0, y = 0]: number[], [dx = 0, dy = 0]: number[]) => [x + dx, y + dy];
const isZero = (point: number[] | undefined) => !point?.some((value) => value !== 0);

/** Formats numbers as compactly as SVG allows: a minus sign needs no space before it. */
const listOf = (numbers: number[], { word }: Placer) => numbers.map(word).join(' ').replaceAll(' -', '-');

/** Formats a path in relative coordinates, so that equal shapes have equal text, which compresses better. */
function pathOf({ v, i, o, c }: Outline, placed: Placer): string {
  let command = '';
  const segment = (from: number, to: number) => {
    const start = placed.place(v[from] ?? []);
    const by = (point: number[]) => placed.place(point).map((value, axis) => value - (start[axis] ?? 0));
    const isLine = isZero(o[from]) && isZero(i[to]);
    const handles = isLine ? [] : [plus(v[from] ?? [], o[from] ?? []), plus(v[to] ?? [], i[to] ?? [])];
    const words = listOf([...handles, v[to] ?? []].flatMap(by), placed);
    const before = command;
    command = isLine ? 'l' : 'c';
    if (command !== before) return `${command}${words}`;
    return words.startsWith('-') ? words : ` ${words}`;
  };
  // `z` draws the last segment of a closed outline.
  const segments = v.slice(1).map((_, at) => segment(at, at + 1));
  return `M${listOf(placed.place(v[0] ?? []), placed)}${segments.join('')}${c ? 'z' : ''}`;
}

function circleOf(middle: number[], radius: number, { place, scale, word }: Placer): [number, number, number] {
  const [x, y] = place(middle);
  return [Number(word(x)), Number(word(y)), Number(word(radius * scale))];
}

/** Returns a gradient's stops as offset and alpha. Lottie lists the colours first, then pairs of offset and alpha. */
function lightOf(gradient: NonNullable<Shape['g']>, frame: Frame): [offset: number, alpha: number][] {
  const pairs = numbers(gradient.k, frame).slice(gradient.p * 4);
  return Array.from({ length: gradient.p }, (_, at) => [pairs[at * 2] ?? 0, pairs[at * 2 + 1] ?? 0]);
}

function shapeOf(layer: Layer, frame: Frame, decimals: number): StillShape[] {
  const opacity = one(layer.ks.o, frame, 100) / 100;
  const placed = placer(layer.ks, frame, decimals);
  if (opacity === 0 || placed.scale === 0) return [];
  const items = layer.shapes.flatMap(({ it = [] }) => it);
  const d = items.map((item) => (item.ty === 'sh' && item.ks ? pathOf(item.ks.k, placed) : '')).join('');
  const circles = items
    .filter(({ ty }) => ty === 'el')
    .map((item) => circleOf(numbers(item.p, frame), one(item.s, frame) / 2, placed));
  const stroke = items.find(({ ty }) => ty === 'st');
  const gradient = items.find(({ ty }) => ty === 'gf')?.g;
  const dash = stroke?.d?.filter(({ n }) => n !== 'o').map(({ v }) => one(v, frame) * placed.scale);
  return [
    {
      className: layer.cl,
      ...(d ? { d } : {}),
      ...(circles.length > 0 ? { circles } : {}),
      ...(opacity < 1 ? { opacity } : {}),
      ...(stroke ? { strokeWidth: one(stroke.w, frame) * placed.scale } : {}),
      ...(dash ? { strokeDasharray: dash.join(' ') } : {}),
      ...(gradient ? { light: lightOf(gradient, frame) } : {}),
    },
  ];
}

/** Joins adjacent shapes of the same style into one path. */
function joined(shapes: StillShape[]): StillShape[] {
  const groups = new Map<string, StillShape>();
  let ink = '';
  const done: StillShape[] = [];
  for (const { d, circles, ...look } of shapes) {
    if (look.className !== ink) {
      done.push(...groups.values());
      groups.clear();
      ink = look.className;
    }
    const key = JSON.stringify(look);
    const before = groups.get(key);
    groups.set(key, {
      ...look,
      ...(d || before?.d ? { d: `${before?.d ?? ''}${d ?? ''}` } : {}),
      ...(circles || before?.circles ? { circles: [...(before?.circles ?? []), ...(circles ?? [])] } : {}),
    });
  }
  return [...done, ...groups.values()];
}

/** Returns one frame of an animation as plain shapes, from bottom to top. */
function stillOf({ w, h, layers, assets }: Lottie, frame: Frame): Still {
  const shown = layers.flatMap((layer) => assets.find(({ id }) => id === layer.refId)?.layers ?? [layer]);
  const decimals = w < 1000 ? 1 : 0;
  return { size: [w, h], shapes: joined(shown.flatMap((layer) => shapeOf(layer, frame, decimals)).reverse()) };
}

/** The frame shown by each still. Scan success starts with an empty frame and ends with the check mark. */
const FRAMES = { background: 'first', compass: 'first', loader: 'first', 'scan-success': 'last' } as const;

/** Returns the still of each animation. */
export function stills(): Record<keyof typeof FRAMES, Still> {
  const of = (name: keyof typeof FRAMES) =>
    stillOf(JSON.parse(readFileSync(join(LOTTIE, `${name}.json`), 'utf8')) as Lottie, FRAMES[name]);
  return {
    background: of('background'),
    compass: of('compass'),
    loader: of('loader'),
    'scan-success': of('scan-success'),
  };
}

/** Writes the stills of the animations. */
export function makeStills(): void {
  const { 'scan-success': success, ...loops } = stills();
  writeFileSync(STILLS, `${JSON.stringify(loops)}\n`);
  writeFileSync(SUCCESS_STILL, `${JSON.stringify(success)}\n`);
  console.log('stills.json, success-still.json');
}
