/**
 * Pages without movement, the default: drawing it took an eighth of the processor time of tests that don't need it.
 * `npm run soak` runs the journeys with it.
 */
export const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Pages with movement, as most people see them: for journeys through the whole product and tests of movement. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;
