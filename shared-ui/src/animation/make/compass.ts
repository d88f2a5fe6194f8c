import { star } from './scanSuccess.ts';
import { circle, fill, group, type Layer, lines, lottie, moving, type Point, stroke } from './shapes.ts';

const NORTH: Point[] = [
  [0, -122],
  [34, 0],
  [-34, 0],
];
const SOUTH: Point[] = [
  [0, 122],
  [-34, 0],
  [34, 0],
];

/** The needle looks for its way and comes back to where it began, so that the loop has no seam. */
const SEEK = moving(
  [
    [0, -30],
    [34, 62],
    [52, 14],
    [68, 40],
    [90, -30],
  ],
  true,
);

/** Stars left and right of the compass light up one after another. */
function trail(): Layer[] {
  return [190, 370, 1130, 1310].map((x, place) => ({
    paint: 'ink-star',
    position: [x, 200],
    shapes: [group(lines(star(place % 3 === 0 ? 34 : 46), true), fill())],
    opacity: moving(
      [
        [0, 30],
        [10 + place * 18, 30],
        [22 + place * 18, 100],
        [34 + place * 18, 30],
      ],
      true,
    ),
  }));
}

/** A compass whose needle seeks, between stars: 30 fps, 90 frames, 1500 by 400 (specification, section 9). */
export function compass() {
  return lottie({
    name: 'compass',
    fps: 30,
    frames: 90,
    size: [1500, 400],
    layers: [
      { paint: 'ink-star', shapes: [group(lines(NORTH, true), fill())], rotation: SEEK },
      { paint: 'ink-brand', shapes: [group(lines(SOUTH, true), fill())], rotation: SEEK },
      { paint: 'ink-brand', shapes: [group(circle(330), stroke(14))] },
      { paint: 'ink-brand-soft', shapes: [group(circle(330), fill())] },
      ...trail(),
    ],
  });
}
