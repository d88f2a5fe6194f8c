import type { Track } from '../../../shared-ui/src/ui/animation/drawn.ts';

/** One moment of a value that moves: frame, value, and how it leaves for the next moment. */
interface Key {
  t: number;
  s: number[];
  o?: { x: number[]; y: number[] };
  i?: { x: number[]; y: number[] };
}

interface Value {
  k: number | (number | Key)[];
}

interface DrawnLayer {
  /** Position, scale in percent, rotation in degrees, opacity in percent. */
  ks: { p: Value; s: Value; r: Value; o: Value };
  /** The scene that this layer plays, and its time: to the scene's end and back in turn. */
  refId?: string;
  tm?: Value;
}

/** What is read of Lottie's JSON: frames a second, number of frames, layers (the first on top), scenes. */
export interface Drawing {
  fr: number;
  op: number;
  layers: DrawnLayer[];
  assets: { id: string; layers: DrawnLayer[] }[];
}

const isKey = (step: number | Key | undefined): step is Key => typeof step === 'object';
const keysOf = ({ k }: Value): Key[] => (Array.isArray(k) ? k.filter(isKey) : []);

/** The numbers of a value at one of its moments; at any moment of one that stays. */
function numbers({ k }: Value, place: number): number[] {
  if (!Array.isArray(k)) return [k];
  const key = k[place];
  return isKey(key) ? key.s : k.filter((step) => typeof step === 'number');
}

function easing({ o, i }: Key): string {
  return o && i ? `cubic-bezier(${o.x[0]}, ${o.y[0]}, ${i.x[0]}, ${i.y[0]})` : 'linear';
}

/** Keyframes over the whole run, for keys that may begin later and end sooner; `style` says what holds at a key. */
function keyframes(keys: Key[], frames: number, style: (place: number) => Keyframe): Keyframe[] {
  const [first] = keys;
  const last = keys.at(-1);
  if (!first || !last) return [];
  return [
    ...(first.t > 0 ? [{ offset: 0, ...style(0) }] : []),
    ...keys.map((key, place) => ({ offset: key.t / frames, easing: easing(key), ...style(place) })),
    ...(last.t < frames ? [{ offset: 1, ...style(keys.length - 1) }] : []),
  ];
}

/** Position, rotation and scale as one: they change at the same frames, with the same ease (e2e/media/animations/shapes.ts). */
function turns({ ks: { p, s, r } }: DrawnLayer, frames: number): Keyframe[] {
  const keys = [p, r, s].map(keysOf).find((found) => found.length > 0) ?? [];
  return keyframes(keys, frames, (place) => {
    const [x, y] = numbers(p, place);
    const [across = 100, down = across] = numbers(s, place);
    const [degrees] = numbers(r, place);
    return { transform: `translate(${x}px, ${y}px) rotate(${degrees}deg) scale(${across / 100}, ${down / 100})` };
  });
}

function fades({ ks: { o } }: DrawnLayer, frames: number): Keyframe[] {
  return keyframes(keysOf(o), frames, (place) => ({ opacity: (numbers(o, place)[0] ?? 100) / 100 }));
}

/** How one layer's movements run. */
type Run = Omit<Track, 'keyframes'> & { frames: number };

const tracksOfLayer = (layer: DrawnLayer, { frames, ...run }: Run): Track[] =>
  [turns(layer, frames), fades(layer, frames)]
    .filter((found) => found.length > 0)
    .map((found) => ({ ...run, keyframes: found }));

/** Everything that moves in a drawing, for `Element.animate`; nothing of it needs the page's own thread to be played. */
export function tracksOf({ fr, op, layers, assets }: Drawing): Track[] {
  const milliseconds = (frames: number) => (frames * 1000) / fr;
  return layers.flatMap((layer, place) => {
    const scene = assets.find(({ id }) => id === layer.refId);
    if (!scene || !layer.tm)
      return tracksOfLayer(layer, { path: [place], frames: op, duration: milliseconds(op), alternates: false });
    const frames = keysOf(layer.tm)[1]?.t ?? op;
    const toAndFro = { frames, duration: milliseconds(frames), alternates: true };
    return scene.layers.flatMap((inner, at) => tracksOfLayer(inner, { ...toAndFro, path: [place, at] }));
  });
}
