import { circle, fill, group, type Layer, lines, lottie, moving, type Step, star, stroke } from './shapes.ts';

const FRAMES = 300;
/** The animation consists of two equal rounds. */
const ROUND = FRAMES / 2;

/** Radius of the orbit. */
const ORBIT = 760;

/** The traveller and the sparks behind it: width, and delay in frames. */
const TRAIN = [
  { width: 300, late: 0 },
  { width: 196, late: 7 },
  { width: 160, late: 13 },
  { width: 128, late: 19 },
  { width: 100, late: 25 },
  { width: 76, late: 31 },
] as const;

/** Returns a rotation of two rounds. Each item finishes on time, so those that start later catch up. */
function rounds(late: number) {
  const first: Step[] = late > 0 ? [[0, 0]] : [];
  const second: Step[] = late > 0 ? [[ROUND, 360]] : [];
  return moving([...first, [late, 0], ...second, [ROUND + late, 360], [FRAMES, 720]], 'both');
}

function train(): Layer[] {
  return TRAIN.map(({ width, late }) => ({
    paint: late === 0 ? 'ink-star' : 'ink-brand',
    shapes: [group(circle(width, [0, -ORBIT]), fill())],
    rotation: rounds(late),
  }));
}

/** The guiding star keeps turning and pulses once per round. */
const STEPS = [0, ROUND / 2, ROUND, ROUND * 1.5, FRAMES];

/**
 * Returns a small star and its trail orbiting the guiding star: 60 fps, 300 frames, 2000 by 2000
 * (docs/product-rules.md#constants).
 */
export function loader() {
  return lottie({
    name: 'loader',
    fps: 60,
    frames: FRAMES,
    size: [2000, 2000],
    layers: [
      ...train(),
      {
        paint: 'ink-star',
        shapes: [group(lines(star(500), true), fill())],
        scale: moving(
          STEPS.map((frame, place): Step => [frame, place % 2 ? [100, 100] : [86, 86]]),
          'both',
        ),
        rotation: moving(
          STEPS.map((frame, place): Step => [frame, place * 22.5]),
          'both',
        ),
      },
      { paint: 'ink-brand-soft-line', shapes: [group(circle(2 * ORBIT), stroke(60))] },
    ],
  });
}
