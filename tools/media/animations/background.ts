import {
  along,
  circle,
  curve,
  dashed,
  fill,
  glow,
  group,
  type Knot,
  type Layer,
  lines,
  lottie,
  moving,
  type Point,
  type Scene,
  type ShapeLayer,
  type Step,
  star,
  still,
  stroke,
} from './shapes.ts';

/** Width and height. */
const SKY_SIZE = [360, 800] as const;

/** Position of the guiding star, and the length of its arms. */
const GUIDE = { at: [286, 168], reach: 58 } as const;

/** x, y and radius. */
const SMALL_STARS = [
  [52, 118, 1.5],
  [112, 66, 1.2],
  [196, 104, 1.4],
  [84, 232, 1.3],
  [238, 268, 1.4],
  [322, 318, 1.2],
  [34, 344, 1.4],
  [142, 182, 1],
  [270, 42, 1.1],
  [22, 46, 1.2],
  [338, 232, 1.3],
  [206, 372, 1.1],
  [156, 300, 0.9],
  [326, 86, 1],
  [112, 408, 1.1],
  [300, 398, 1],
] as const;

/** The traveller's path to the guiding star: corners with the absolute handles of the curve. */
const WAY = [
  { at: [40, 408], leave: [108, 384] },
  { at: [172, 304], arrive: [92, 330], leave: [272, 272] },
  { at: [283, 234], arrive: [281, 262] },
] as const;

const FRAMES = 5100;
/** Period of the small stars' twinkling and the guiding star's pulse; 5100 is 17 times 300. */
const BREATH = 300;

/** Frames at which the traveller sets out, arrives, and has faded out before the loop restarts. */
const SETS_OUT = 240;
const ARRIVES = 4500;
const GONE = 4800;

/** Returns a pulse with equal first and last values, highest at `peak` frames of the period. */
function pulse(peak: number, low: number | number[], high: number | number[]): Step[] {
  return [
    [peak - BREATH / 2, low],
    [peak, high],
    [peak + BREATH / 2, low],
  ];
}

/** Returns an opacity that peaks once in the scene, which plays forwards and backwards. */
function twinkle(peak: number) {
  return moving(
    [
      [0, 45],
      [peak, 100],
      [BREATH, 20],
    ],
    'both',
  );
}

const SMALL: ShapeLayer[] = SMALL_STARS.map(([x, y, radius], place) => ({
  paint: 'ink-white',
  position: [x, y],
  shapes: [group(circle(radius * 2), fill())],
  opacity: place % 3 === 0 ? twinkle(60 + ((place * 83) % (BREATH - 120))) : still(70 + (place % 4) * 10),
}));

const [GUIDE_X, GUIDE_Y] = GUIDE.at;
/** Radius of the guiding star's glow. */
const GLOW = 74;

const BREATHING: ShapeLayer[] = [
  {
    paint: 'ink-gold',
    position: [GUIDE_X, GUIDE_Y],
    shapes: [group(lines(star(GUIDE.reach), true), fill())],
    scale: moving(pulse(BREATH / 2, [100, 100], [106, 106]), 'both'),
    rotation: moving(pulse(BREATH / 2, 0, 3), 'both'),
  },
  {
    paint: 'ink-glow',
    position: [GUIDE_X, GUIDE_Y],
    shapes: [group(circle(2 * GLOW), glow(GLOW, 0.6))],
    opacity: moving(pulse(BREATH / 2, 60, 100), 'both'),
  },
];

/** Duration of a shooting star in frames, and its displacement: down to the left. */
const FALL = 56;
const FALLEN: Point = [-150, 94];

/** When and where shooting stars appear. */
const METEORS = [
  { from: 660, at: [212, 84] },
  { from: 2220, at: [346, 256] },
  { from: 3900, at: [168, 210] },
] as const;

/** A shooting star: a short line that moves down to the left and disappears within a second. */
const FALLING: ShapeLayer[] = METEORS.map(({ from, at: [x, y] }) => ({
  paint: 'ink-white-line',
  shapes: [
    group(
      lines(
        [
          [0, 0],
          [48, -30],
        ],
        false,
      ),
      stroke(1.6),
    ),
  ],
  position: moving([
    [from, [x, y]],
    [from + FALL, [x + FALLEN[0], y + FALLEN[1]]],
  ]),
  opacity: moving([
    [from, 0],
    [from + 10, 90],
    [from + FALL, 0],
  ]),
}));

const SCENES: Record<string, Scene> = {
  small: { frames: BREATH, layers: SMALL },
  guide: { frames: BREATH, layers: BREATHING },
};

/** The path's corners, with relative handles. */
const KNOTS: Knot[] = WAY.map((corner) => {
  const [x, y] = corner.at;
  const relative = (handle: readonly [number, number]): Point => [handle[0] - x, handle[1] - y];
  return {
    at: [x, y],
    ...('arrive' in corner ? { arrive: relative(corner.arrive) } : {}),
    ...('leave' in corner ? { leave: relative(corner.leave) } : {}),
  };
});

const TRAVELLER: Layer = {
  paint: 'ink-white',
  shapes: [group(circle(12), fill())],
  position: along(KNOTS, SETS_OUT, ARRIVES),
  opacity: moving(
    [
      [0, 100],
      [ARRIVES, 100],
      [GONE, 0],
      [GONE + 60, 0],
      [FRAMES, 100],
    ],
    'both',
  ),
};

const PATH: ShapeLayer = {
  paint: 'ink-gold-line',
  position: [0, 0],
  shapes: [group(curve(KNOTS), dashed(2, 2, 8))],
  opacity: still(60),
};

/**
 * Returns the night sky of the first screens: stars twinkle, some fall, and a traveller follows the guiding star. 60
 * fps, 5100 frames, 360 by 800 (docs/product-rules.md#constants).
 */
export function background() {
  return lottie({
    name: 'background',
    fps: 60,
    frames: FRAMES,
    size: [...SKY_SIZE],
    scenes: SCENES,
    layers: [TRAVELLER, ...FALLING, { scene: 'guide' }, PATH, { scene: 'small' }],
  });
}
