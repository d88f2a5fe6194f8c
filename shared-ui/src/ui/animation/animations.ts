export type AnimationName = 'background' | 'compass' | 'loader' | 'scan-success';

/** Animations that run until they are no longer needed. */
export type LoopName = Exclude<AnimationName, 'scan-success'>;

/** The run of scan success: when its caption comes and when it ends, in ms. A test compares it with the Lottie JSON. */
export const SCAN_SUCCESS = { caption: 1000, end: 2000 } as const;
