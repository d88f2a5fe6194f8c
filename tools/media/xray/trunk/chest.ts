/** A healthy chest, in mm: ribs, spine, collar bones, two clear lungs with their vessels, heart, diaphragm. */

import { air, bone, tissue } from './materials.ts';
import { randomFrom } from './noise.ts';
import { type Body, cord, egg, type Point, type Shape, tube, union, without } from './shapes.ts';

const TRUNK = tube(
  [
    { y: -60, x: 0, z: 0, rx: 62, rz: 58, cortex: 1 },
    { y: -15, x: 0, z: 0, rx: 110, rz: 80, cortex: 1 },
    { y: 25, x: 0, z: 0, rx: 165, rz: 100, cortex: 1 },
    { y: 120, x: 0, z: 0, rx: 166, rz: 108, cortex: 1 },
    { y: 260, x: 0, z: 0, rx: 160, rz: 106, cortex: 1 },
    { y: 420, x: 0, z: 0, rx: 154, rz: 104, cortex: 1 },
  ],
  0,
);

/** The patient's right lung is on the left of the picture. */
const HEART = union(
  egg([22, 205, -22], [52, 62, 46], { tilt: 0.62 }),
  egg([-14, 190, -12], [36, 56, 40]),
  egg([6, 118, -4], [27, 52, 30]),
  egg([24, 118, 2], [18, 18, 24]),
);
const DOMES = union(egg([-72, 330, 4], [84, 82, 92]), egg([74, 345, 4], [82, 86, 92]));
const lung = (side: -1 | 1): Shape =>
  without(without(egg([side * 76, 160, 4], [62, 158, 86], { tilt: side * 0.1, power: 2.3 }), HEART), DOMES);
const LUNGS = [lung(-1), lung(1)];
const WINDPIPE = tube(
  [
    { y: -50, x: 0, z: 6, rx: 8, rz: 9, cortex: 1 },
    { y: 90, x: -2, z: 16, rx: 8, rz: 9, cortex: 1 },
  ],
  0,
);
const STOMACH_AIR = egg([72, 300, -20], [26, 14, 24]);

const RIBS = 10;

/** Returns one rib that slopes from the spine round to the front; upper ribs are narrower. */
function rib(number: number, side: -1 | 1): Shape[] {
  const width = 78 + 70 * Math.sin(Math.min(1, (number + 1.5) / 7) * (Math.PI / 2));
  const deep = 62 + 34 * Math.min(1, (number + 1) / 5);
  const top = 18 + number * 27;
  const fall = 34 + number * 5.5;
  const end = number < 7 ? 0.9 : 0.9 - (number - 6) * 0.12;
  const points: Point[] = Array.from({ length: 25 }, (_, index) => {
    const part = (index / 24) * end;
    const angle = -Math.PI / 2 + 0.26 + part * (Math.PI - 0.5);
    const arch = Math.sin(part * Math.PI) * -5;
    return [side * width * Math.cos(angle), top + fall * part ** 1.25 + arch, -deep * Math.sin(angle)];
  });
  return cord(points, 5.2, 1.1);
}

const collarBone = (side: -1 | 1): Shape[] =>
  cord(
    Array.from({ length: 13 }, (_, index): Point => {
      const part = index / 12;
      return [
        side * (16 + 128 * part),
        26 - 20 * part + 7 * Math.sin(part * 6.6),
        -62 + 48 * part + 14 * Math.sin(part * 6),
      ];
    }),
    5.6,
    1.3,
  );

const VERTEBRAE: Shape[] = Array.from({ length: 17 }, (_, number) =>
  union(
    egg([0, -34 + number * 25, 62 - 10 * Math.sin(number / 5)], [16 + number * 0.35, 10.6, 14], {
      cortex: 1.3,
      power: 4.5,
    }),
    egg([0, -30 + number * 25, 90 - 10 * Math.sin(number / 5)], [4, 13, 13], { cortex: 1.2, lean: 0.5 }),
  ),
);

/** Returns the vessels that branch from the root of a lung. */
function vessels(side: -1 | 1): Shape[] {
  const random = randomFrom(side + 7);
  const pieces: Shape[] = [];
  const grow = (from: Point, heading: number, lift: number, radius: number, length: number) => {
    if (radius < 0.75) return;
    const end: Point = [
      from[0] + side * Math.cos(heading) * Math.cos(lift) * length,
      from[1] + Math.sin(heading) * Math.cos(lift) * length,
      from[2] + Math.sin(lift) * length,
    ];
    pieces.push(...cord([from, end], radius));
    for (const turn of [-0.42, 0.42]) {
      grow(end, heading + turn * (0.5 + random()), lift + (random() - 0.5) * 0.8, radius * 0.76, length * 0.84);
    }
  };
  for (const heading of [-1.25, -0.7, -0.2, 0.35, 0.8, 1.2]) {
    grow([side * 32, 140 + heading * 12, 6], heading, (random() - 0.5) * 0.9, 4.4, 30);
  }
  return pieces;
}

const LUNG_WEIGHT = 0.3;

export const CHEST: readonly Body[] = [
  tissue(TRUNK, 0.36),
  ...LUNGS.map((shape) => air(shape, LUNG_WEIGHT)),
  air(WINDPIPE, LUNG_WEIGHT),
  air(STOMACH_AIR, LUNG_WEIGHT),
  ...([-1, 1] as const).flatMap((side) => vessels(side).map((shape) => tissue(shape, 0.34))),
  ...VERTEBRAE.map((shape) => bone(shape, { hollow: 0, grain: 0.4, weight: 0.34 })),
  ...([-1, 1] as const)
    .flatMap((side) => [...Array.from({ length: RIBS }, (_, number) => rib(number, side)).flat(), ...collarBone(side)])
    .map((shape) => bone(shape, { hollow: 0, grain: 0.2, weight: 0.62 })),
];
