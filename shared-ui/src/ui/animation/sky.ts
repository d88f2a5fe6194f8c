/**
 * What stands in the night sky of the first screens, in a box of 360 by 800: the still picture (NightSky) and the
 * animation (background) are drawn from the same data, so that one can take the other's place unseen.
 */
export const SKY_SIZE = [360, 800] as const;

/** Where the guiding star stands, and how long its arms are. */
export const GUIDE = { at: [286, 168], reach: 58 } as const;

/** Across, down, radius. */
export const SMALL_STARS = [
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

/** The way to the guiding star: corners with the handles of the curve, absolute. */
export const WAY = [
  { at: [40, 408], leave: [108, 384] },
  { at: [172, 304], arrive: [92, 330], leave: [272, 272] },
  { at: [283, 234], arrive: [281, 262] },
] as const;
