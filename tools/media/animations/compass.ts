import { circle, fill, group, type Layer, lines, lottie, moving, type Point, star, stroke } from './shapes.ts';

const NORTH: Point[] = [
  [0, -128],
  [33, 0],
  [-33, 0],
];
const SOUTH: Point[] = [
  [0, 128],
  [-33, 0],
  [33, 0],
];

/** The needle swings and returns to its start, so that the loop is seamless. */
const SEEK = moving(
  [
    [0, -30],
    [34, 62],
    [52, 14],
    [68, 40],
    [90, -30],
  ],
  'both',
);

/** Start and end of the dial's four marks, relative to the centre. */
const MARKS: [Point, Point][] = [
  [
    [0, -136],
    [0, -118],
  ],
  [
    [136, 0],
    [118, 0],
  ],
  [
    [0, 136],
    [0, 118],
  ],
  [
    [-136, 0],
    [-118, 0],
  ],
];

/**
 * Stars left and right of the compass: position, size, and the frame at which each is brightest, from left to right.
 */
const STARS = [
  { at: [150, 232], reach: 26, peak: 10 },
  { at: [300, 150], reach: 40, peak: 20 },
  { at: [462, 226], reach: 52, peak: 30 },
  { at: [1038, 226], reach: 52, peak: 54 },
  { at: [1200, 150], reach: 40, peak: 64 },
  { at: [1350, 232], reach: 26, peak: 74 },
] as const;

function trail(): Layer[] {
  return STARS.map(({ at: [x, y], reach, peak }) => ({
    paint: 'ink-star',
    position: [x, y],
    shapes: [group(lines(star(reach), true), fill())],
    opacity: moving(
      [
        [0, 28],
        [peak - 10, 28],
        [peak, 100],
        [peak + 16, 28],
      ],
      'both',
    ),
    scale: moving(
      [
        [peak - 10, [82, 82]],
        [peak, [108, 108]],
        [peak + 16, [82, 82]],
      ],
      'both',
    ),
  }));
}

/**
 * Returns a compass with a swinging needle between stars: 30 fps, 90 frames, 1500 by 400
 * (docs/product-rules.md#constants).
 */
export function compass() {
  return lottie({
    name: 'compass',
    fps: 30,
    frames: 90,
    size: [1500, 400],
    layers: [
      { paint: 'ink-surface', shapes: [group(circle(26), fill())] },
      { paint: 'ink-star', shapes: [group(lines(NORTH, true), fill())], rotation: SEEK },
      { paint: 'ink-brand', shapes: [group(lines(SOUTH, true), fill())], rotation: SEEK },
      { paint: 'ink-brand-line', shapes: [group(...MARKS.map((mark) => lines(mark, false)), stroke(11))] },
      { paint: 'ink-brand-line', shapes: [group(circle(336), stroke(15))] },
      { paint: 'ink-brand-soft', shapes: [group(circle(336), fill())] },
      ...trail(),
    ],
  });
}
