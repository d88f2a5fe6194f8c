import { type Bone, ellipsoid, rod, type Section, type Solid, together, tube } from './geometry.ts';

const section = (y: number, x: number, rx: number, z: number, rz: number): Section => ({ y, x, rx, z, rz });

const TIBIA = together(
  0.7,
  tube(
    [
      section(0.15, 0.1, 1.75, 0.1, 1.6),
      section(0.9, 0.15, 2.02, 0.1, 1.85),
      section(3.2, 0.3, 1.6, 0.1, 1.6),
      section(7, 0.4, 1.22, 0.15, 1.32),
      section(14, 0.5, 1.2, 0.2, 1.42),
      section(27, 0.5, 1.45, 0.3, 1.7),
    ],
    2.4,
  ),
  // The inner ankle.
  rod([1.72, 0.9, 0.2], [1.86, -0.75, 0.3], 0.62, 0.46),
);

const FIBULA = together(
  0.4,
  tube([
    section(-1.6, -2.5, 0.5, -0.35, 0.7),
    section(-0.5, -2.55, 0.72, -0.4, 1.0),
    section(1.6, -2.45, 0.66, -0.5, 0.8),
    section(5, -2.2, 0.55, -0.75, 0.6),
    section(12, -2.1, 0.56, -1.1, 0.62),
    section(27, -2.35, 0.6, -1.4, 0.66),
  ]),
  ellipsoid([-2.5, -1.7, -0.35], [0.5, 0.75, 0.68]),
);

const TALUS = together(
  0.8,
  ellipsoid([-0.1, -1.3, 0.1], [1.42, 1.15, 1.95], 3.2),
  ellipsoid([-0.25, -2.3, -0.5], [1.6, 0.75, 1.6], 2.6),
  ellipsoid([0.35, -2.3, 2.9], [1.2, 1.05, 1.35]),
);

const CALCANEUS = together(
  1,
  ellipsoid([-0.2, -4.25, -2.2], [1.4, 1.4, 2.9], 2.6),
  ellipsoid([-0.1, -5.0, -4.3], [1.35, 1.75, 1.35]),
  ellipsoid([-0.75, -4.4, 1.6], [1.2, 1.15, 1.9]),
);

const MIDFOOT = [
  ellipsoid([0.55, -2.75, 4.85], [1.45, 1.2, 0.62]),
  ellipsoid([-1.35, -4.25, 4.6], [1.15, 1.05, 1.35]),
  ellipsoid([1.25, -3.35, 6.35], [0.75, 1.1, 0.95]),
  ellipsoid([0.25, -3.1, 6.2], [0.55, 0.95, 0.85]),
  ellipsoid([-0.6, -3.3, 6.1], [0.55, 0.95, 0.9]),
];

const METATARSALS = [
  rod([1.5, -3.6, 7.6], [2.3, -5.4, 13], 0.72, 0.55),
  rod([0.4, -3.3, 7.3], [0.9, -5.3, 13.4], 0.45, 0.36),
  rod([-0.6, -3.5, 7.3], [-0.4, -5.4, 13], 0.42, 0.34),
  rod([-1.5, -4.1, 6.6], [-1.7, -5.6, 12.4], 0.42, 0.34),
  rod([-2.3, -4.6, 5.6], [-3, -5.9, 11.4], 0.45, 0.36),
];

/** Bones are full of fine mesh near the joints and contain marrow in the middle of the shaft. */
const shaftMesh = (y: number) => Math.max(0.06, Math.min(1, 1 - (y - 1) / 5.5));

const bone = (solid: Solid, cortex: number, mesh: (y: number) => number): Bone => ({ ...solid, cortex, mesh });

/**
 * The fracture: short and oblique, in the lower third of the fibula, rising from the outside to the front. `through`
 * is a point on it, `across` its unit normal; the upper piece is displaced outwards by `step` cm.
 */
const BREAK = { through: [-2.16, 6.4, -0.85], across: [0.5, 0.84, 0.21], step: 0.1, gap: 0.05 } as const;

/** Returns how far a point is above the fracture's slightly rough surface, in cm. */
function aboveBreak(x: number, y: number, z: number): number {
  const [px, py, pz] = BREAK.through;
  const [nx, ny, nz] = BREAK.across;
  const rough = 0.03 * Math.sin(9 * x + 3 * z) + 0.02 * Math.sin(23 * z - 11 * x);
  return (x - px) * nx + (y - py) * ny + (z - pz) * nz + rough;
}

/** Returns the broken fibula: two pieces with a fine gap. */
function broken(whole: Solid): Solid {
  return {
    ...whole,
    distance(x, y, z) {
      const above = aboveBreak(x, y, z);
      const piece = above > 0 ? whole.distance(x + BREAK.step, y, z) : whole.distance(x, y, z);
      return Math.max(piece, BREAK.gap - Math.abs(above));
    },
  };
}

export const BONES: readonly Bone[] = [
  bone(TIBIA, 0.34, shaftMesh),
  bone(broken(FIBULA), 0.2, shaftMesh),
  bone(TALUS, 0.12, () => 1),
  bone(CALCANEUS, 0.12, () => 0.85),
  ...MIDFOOT.map((solid) => bone(solid, 0.09, () => 0.9)),
  ...METATARSALS.map((solid) => bone(solid, 0.14, () => 0.35)),
];

/** Skin and the tissue below it, without the bones. */
export const FLESH = together(
  1.6,
  tube([
    section(-2.6, -0.2, 3.2, -0.9, 3.9),
    section(0.5, -0.25, 3.35, -0.6, 3.4),
    section(4, -0.2, 3.3, -0.7, 3.3),
    section(10, -0.3, 3.8, -1.2, 4.1),
    section(18, -0.4, 4.8, -1.8, 5.1),
    section(27, -0.4, 5.3, -2, 5.5),
  ]),
  ellipsoid([-0.2, -4.7, -2.6], [3.0, 2.4, 4]),
  ellipsoid([-0.2, -4.3, 3], [3.5, 2.3, 6]),
  ellipsoid([-0.2, -5, 10], [4.2, 1.7, 6]),
);
