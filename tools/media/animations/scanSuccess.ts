import {
  circle,
  fill,
  group,
  type Layer,
  lines,
  lottie,
  moving,
  type Point,
  type ShapeLayer,
  star,
  still,
  stroke,
} from './shapes.ts';

/** The check mark's corners, relative to the centre. */
const CHECK: [Point, Point, Point] = [
  [-310, 20],
  [-90, 250],
  [330, -240],
];

/** The caption appears halfway through (docs/product-rules.md#constants). */
const CAPTION = 60;

const MIDDLE = 1000;

/** Sparks that fly off the ring once it has landed: direction (degrees, 0 is up) and size. */
const SPARKS = [
  { towards: 12, reach: 66 },
  { towards: 62, reach: 44 },
  { towards: 104, reach: 72 },
  { towards: 152, reach: 48 },
  { towards: 200, reach: 62 },
  { towards: 248, reach: 44 },
  { towards: 288, reach: 74 },
  { towards: 334, reach: 46 },
] as const;

function spark({ towards, reach }: (typeof SPARKS)[number], place: number): ShapeLayer {
  const angle = (towards * Math.PI) / 180;
  const at = (distance: number): Point => [
    Math.round(MIDDLE + distance * Math.sin(angle)),
    Math.round(MIDDLE - distance * Math.cos(angle)),
  ];
  const begin = 38 + (place % 3) * 3;
  return {
    paint: 'ink-star',
    shapes: [group(lines(star(reach), true), fill())],
    position: moving([
      [begin, at(720)],
      [begin + 14, at(880)],
      [begin + 42, at(930)],
    ]),
    scale: moving([
      [begin, [0, 0]],
      [begin + 14, [100, 100]],
      [begin + 42, [0, 0]],
    ]),
    rotation: moving([
      [begin, -40],
      [begin + 14, 0],
      [begin + 42, 30],
    ]),
  };
}

/** The star that remains: it lands at the upper right of the ring. */
const LANDING: ShapeLayer = {
  paint: 'ink-star',
  position: [1540, 450],
  shapes: [group(lines(star(250), true), fill())],
  scale: moving([
    [58, [0, 0]],
    [80, [116, 116]],
    [98, [100, 100]],
  ]),
  rotation: moving([
    [58, -70],
    [80, 6],
    [98, 0],
  ]),
};

/** One arm of the check mark: a line that grows from its start. */
function arm([x, y]: Point, [toX, toY]: Point, from: number, to: number): Layer {
  const length = Math.round(Math.hypot(toX - x, toY - y));
  const line: Point[] = [
    [0, 0],
    [length, 0],
  ];
  return {
    paint: 'ink-act',
    position: [MIDDLE + x, MIDDLE + y],
    shapes: [group(lines(line, false), stroke(116))],
    rotation: still(Math.round((Math.atan2(toY - y, toX - x) * 18_000) / Math.PI) / 100),
    scale: moving([
      [from, [0, 100]],
      [to, [100, 100]],
    ]),
    // Hidden at first, because a line of zero length still shows its round cap.
    opacity: moving([
      [from, 0],
      [from + 3, 100],
    ]),
  };
}

/** The ring lands with a bounce. */
const RING: ShapeLayer = {
  paint: 'ink-act',
  shapes: [group(circle(1360), stroke(80))],
  scale: moving([
    [4, [55, 55]],
    [26, [106, 106]],
    [40, [100, 100]],
  ]),
  opacity: moving([
    [4, 0],
    [16, 100],
  ]),
};

/** A thin ring emitted by the landing, which grows and fades. */
const WAVE: ShapeLayer = {
  paint: 'ink-act',
  shapes: [group(circle(1360), stroke(34))],
  scale: moving([
    [24, [100, 100]],
    [66, [136, 136]],
  ]),
  opacity: moving([
    [23, 0],
    [24, 60],
    [66, 0],
  ]),
};

/**
 * Returns a ring that lands, a check mark drawn in it and a star: 60 fps, 120 frames, 2000 by 2000
 * (docs/product-rules.md#constants).
 */
export function scanSuccess() {
  const [left, foot, right] = CHECK;
  return lottie({
    name: 'scan-success',
    fps: 60,
    frames: 120,
    size: [2000, 2000],
    markers: [{ name: 'caption', frame: CAPTION }],
    layers: [
      LANDING,
      ...SPARKS.map(spark),
      arm(left, foot, 30, 42),
      arm(foot, right, 40, 62),
      RING,
      {
        paint: 'ink-act-soft',
        shapes: [group(circle(1440), fill())],
        scale: moving([
          [0, [60, 60]],
          [28, [104, 104]],
          [42, [100, 100]],
        ]),
        opacity: moving([
          [0, 0],
          [16, 100],
        ]),
      },
      WAVE,
    ],
  });
}
