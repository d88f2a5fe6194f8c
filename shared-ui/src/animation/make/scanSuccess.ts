import { circle, fill, group, lines, lottie, moving, type Point, stroke, trim } from './shapes.ts';

/** The guiding star, as on the brand's mark, with its arms `reach` long. */
export function star(reach: number): Point[] {
  const waist = Math.round(reach * 0.216);
  return [
    [0, -reach],
    [waist, -waist],
    [reach, 0],
    [waist, waist],
    [0, reach],
    [-waist, waist],
    [-reach, 0],
    [-waist, -waist],
  ];
}

const CHECK: Point[] = [
  [-310, 20],
  [-90, 250],
  [330, -240],
];

/** A ring closes, a check mark is drawn in it, the star appears: 60 fps, 120 frames, 2000 by 2000 (specification, section 9). */
export function scanSuccess() {
  return lottie({
    name: 'scan-success',
    fps: 60,
    frames: 120,
    size: [2000, 2000],
    markers: [{ name: 'caption', frame: 60 }],
    layers: [
      {
        paint: 'ink-star',
        position: [1560, 430],
        shapes: [group(lines(star(230), true), fill())],
        scale: moving([
          [58, [0, 0]],
          [80, [112, 112]],
          [96, [100, 100]],
        ]),
        rotation: moving([
          [58, -60],
          [96, 0],
        ]),
      },
      {
        paint: 'ink-act',
        shapes: [
          group(
            lines(CHECK, false),
            stroke(110),
            trim(
              moving([
                [34, 0],
                [64, 100],
              ]),
            ),
          ),
        ],
      },
      {
        paint: 'ink-act',
        shapes: [
          group(
            circle(1360),
            stroke(80),
            trim(
              moving([
                [2, 0],
                [44, 100],
              ]),
            ),
          ),
        ],
      },
      {
        paint: 'ink-act-soft',
        shapes: [group(circle(1440), fill())],
        scale: moving([
          [0, [70, 70]],
          [30, [100, 100]],
        ]),
        opacity: moving([
          [0, 0],
          [20, 100],
        ]),
      },
    ],
  });
}
