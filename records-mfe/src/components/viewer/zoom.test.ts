import { constrain, MAX_SCALE, panBy, WHOLE, zoomAt } from './zoom.ts';

const frame = { width: 300, height: 400 };

test('zoomAt keeps the point under the finger in place', () => {
  const point = { x: 120, y: 90 };
  const near = zoomAt(WHOLE, 2, point, frame);
  expect(near).toEqual({ scale: 2, x: -120, y: -90 });
  expect((point.x - near.x) / near.scale).toBe(120);
  expect(zoomAt(near, 1.5, point, frame)).toEqual({ scale: 3, x: -240, y: -180 });
});

test.each([
  ['out further than the whole picture', zoomAt(WHOLE, 0.5, { x: 10, y: 10 }, frame), WHOLE],
  ['in further than the limit', zoomAt(WHOLE, 100, { x: 0, y: 0 }, frame), { scale: MAX_SCALE, x: 0, y: 0 }],
  ['right of the frame', panBy({ scale: 2, x: -10, y: 0 }, { x: 500, y: 0 }, frame), { scale: 2, x: 0, y: 0 }],
  ['above the frame', panBy({ scale: 2, x: 0, y: -390 }, { x: 0, y: -500 }, frame), { scale: 2, x: 0, y: -400 }],
  ['a whole picture anywhere', panBy(WHOLE, { x: 50, y: 50 }, frame), WHOLE],
  [
    'a frame that became smaller',
    constrain({ scale: 2, x: -300, y: -400 }, { width: 100, height: 100 }),
    { scale: 2, x: -100, y: -100 },
  ],
])('placement is clamped: %s', (_, placement, expected) => {
  expect(placement).toEqual(expected);
});
