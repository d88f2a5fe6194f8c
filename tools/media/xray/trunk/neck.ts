/** A neck without a fracture, in mm: seven vertebrae in line, base of the skull, lower jaw, airway. */
import { air, bone, tissue } from './materials.ts';
import { type Body, cord, egg, type Point, type Shape, tube, union } from './shapes.ts';

/** The slight forward curve of the neck: how far back a vertebra is, by its height. */
const bow = (y: number) => 6 - 11 * Math.sin((y / 125) * Math.PI) + y * 0.1;

/** Returns a vertebra. Lower ones are larger, and the last one's spine protrudes. */
function vertebra(number: number): Shape[] {
  const y = 18 + number * 18.4;
  const size = 1 + number * 0.045;
  const z = bow(y);
  const lean = -0.14 + 0.07 * number;
  const spine = number === 0 ? 17 : number > 4 ? 19 : 12;
  const body = egg([0, y, z], [12.5 * size, 7.1 * size, 8.6 * size], { cortex: 1, power: 4.5, lean });
  const arch = egg([0, y + 3, z + 23 * size], [4.5, 4.2, spine], { cortex: 1, lean: -0.42, power: 2.4 });
  const joints = ([-1, 1] as const).map((side) =>
    egg([side * 19 * size, y + 4, z + 11.5 * size], [6, 9.6, 6.2], { cortex: 1, lean: 0.65, power: 2.8 }),
  );
  return [union(body, ...joints), arch];
}

const AXIS_TOOTH = egg([0, 5, bow(5) - 1], [5.4, 15, 5.4], { cortex: 1, power: 2.4 });
const ATLAS = union(
  egg([0, -2, bow(0) - 9], [12, 4.6, 3.6], { cortex: 1 }),
  egg([-18, 0, bow(0) + 1], [7.5, 7, 8], { cortex: 1 }),
  egg([18, 0, bow(0) + 1], [7.5, 7, 8], { cortex: 1 }),
  egg([0, 1, bow(0) + 27], [15, 4.2, 4.4], { cortex: 1 }),
);
const SKULL = egg([0, -74, 24], [66, 62, 84], { cortex: 4.5 });
const UPPER_JAW = egg([0, -22, -66], [24, 12, 24], { cortex: 1.4, power: 3 });

const jaw = (side: -1 | 1): Shape[] =>
  cord(
    [
      [side * 46, -34, -8],
      [side * 45, -18, -12],
      [side * 44, 0, -18],
      [side * 41, 12, -30],
      [side * 33, 20, -48],
      [side * 22, 24, -64],
      [side * 8, 26, -74],
      [0, 26, -76],
    ] satisfies Point[],
    6.6,
    2,
  );

const AIRWAY = tube(
  [
    { y: -24, x: 0, z: -24, rx: 11, rz: 8, cortex: 1 },
    { y: 10, x: 0, z: -22, rx: 10, rz: 6.5, cortex: 1 },
    { y: 60, x: 0, z: -27, rx: 9, rz: 8, cortex: 1 },
    { y: 100, x: 0, z: -24, rx: 8.5, rz: 8.5, cortex: 1 },
    { y: 170, x: 0, z: -16, rx: 8.5, rz: 9, cortex: 1 },
  ],
  0,
);

const NECK_TISSUE = union(
  tube(
    [
      { y: -60, x: 0, z: 6, rx: 60, rz: 66, cortex: 1 },
      { y: 20, x: 0, z: 4, rx: 56, rz: 60, cortex: 1 },
      { y: 70, x: 0, z: 6, rx: 54, rz: 56, cortex: 1 },
      { y: 110, x: 0, z: 8, rx: 62, rz: 60, cortex: 1 },
      { y: 180, x: 0, z: 10, rx: 120, rz: 78, cortex: 1 },
    ],
    0,
  ),
  egg([0, -50, 4], [76, 84, 96]),
);

export const NECK: readonly Body[] = [
  tissue(NECK_TISSUE, 0.3),
  air(AIRWAY, 0.3),
  bone(SKULL, { hollow: 1, grain: 0.2, weight: 0.4 }),
  bone(UPPER_JAW, { hollow: 0, weight: 0.35 }),
  ...([-1, 1] as const)
    .flatMap((side) => jaw(side))
    .map((shape) => bone(shape, { hollow: 0, grain: 0.4, weight: 0.45 })),
  bone(ATLAS, { hollow: 0 }),
  bone(AXIS_TOOTH, { hollow: 0 }),
  ...Array.from({ length: 8 }, (_, number) => vertebra(number))
    .flat()
    .map((shape) => bone(shape, { hollow: 0, grain: 0.5 })),
];
