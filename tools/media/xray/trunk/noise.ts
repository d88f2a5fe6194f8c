/** Seeded random numbers, so that pictures are reproducible. */

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a generator of normally distributed numbers with mean 0 and standard deviation 1 (Box and Muller). */
export function normalFrom(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function hash(x: number, y: number, z: number): number {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(z, 1_274_126_177);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_103_515_245);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;

/** Returns 3D value noise, -1 to 1, with a wavelength of about one unit. */
export function noiseAt(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [smooth(x - i), smooth(y - j), smooth(z - k)];
  const edge = (dj: number, dk: number) => mix(hash(i, j + dj, k + dk), hash(i + 1, j + dj, k + dk), u);
  return mix(mix(edge(0, 0), edge(1, 0), v), mix(edge(0, 1), edge(1, 1), v), w) * 2 - 1;
}
