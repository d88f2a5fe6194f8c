import { circle, fill, group, type Layer, lines, lottie, moving, type Step, star, stroke } from './shapes.ts';

const FRAMES = 300;
/** Half way the second of two like rounds begins. */
const ROUND = FRAMES / 2;

/** Radius of the orbit. */
const ORBIT = 760;

/** The traveller and the sparks behind it: how big, and how many frames after it each sets out. */
const TRAIN = [
  { width: 300, late: 0 },
  { width: 196, late: 7 },
  { width: 160, late: 13 },
  { width: 128, late: 19 },
  { width: 100, late: 25 },
  { width: 76, late: 31 },
] as const;

/** Once around, twice: it sets out, and arrives when the round is over, so that those that set out late catch up. */
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

/** The guiding star turns on and takes a breath in every round. */
const STEPS = [0, ROUND / 2, ROUND, ROUND * 1.5, FRAMES];

/**
 * A small star and its train travel around the guiding star: 60 fps, 300 frames, 2000 by 2000
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
