/** Attenuation per mm of each material, relative to soft tissue minus air. */
import { noiseAt } from './noise.ts';
import type { Body, Shape } from './shapes.ts';

/** Bone is embedded in soft tissue, so its values are in addition to the tissue's. */
const CORTICAL = 2.6;
const SPONGY = 0.62;

const clamp = (value: number) => Math.max(0, Math.min(1, value));

/**
 * Returns a bone with a dense shell and a spongy inside with beams along the bone. `hollow` is how empty the middle of
 * a shaft is. `weight` scales its shadow: the harder rays used for a trunk make bones paler.
 */
export function bone(shape: Shape, { hollow = 0.75, grain = 0.7, weight = 1 } = {}): Body {
  return {
    shape,
    stride: 1,
    density(depth, x, y, z) {
      const shell = shape.cortex(y);
      const rim = clamp(depth / 0.35) * clamp((shell - depth) / 0.9 + 0.5);
      const inside = clamp((depth - shell * 0.6) / 2);
      const beams = 1 + grain * (noiseAt(x * 1.1, y * 0.55, z * 1.1) + 0.6 * noiseAt(x * 2.3 + 40, y * 1.2, z * 2.3));
      // A thick shell indicates a shaft, whose middle is marrow; a thin one a joint, which is spongy throughout.
      const marrow = 1 - hollow * clamp((shell - 1.2) / 1.5);
      return weight * (CORTICAL * rim * clamp(depth) + SPONGY * inside * beams * marrow);
    },
  };
}

/** Muscle, skin, heart. */
export const tissue = (shape: Shape, weight = 1): Body => ({
  shape,
  stride: 2.5,
  density: (depth) => weight * clamp(depth / 1.5),
});

/** Air inside soft tissue: subtracts the tissue's attenuation. */
export const air = (shape: Shape, weight = 1): Body => tissue(shape, -weight);
