export type AnimationName = 'background' | 'compass' | 'loader' | 'scan-success';

/** Animations that run until they are unmounted. */
export type LoopName = Exclude<AnimationName, 'scan-success'>;

/** Timing of scan-success: when its caption appears and when it ends (ms). A test compares it with the Lottie JSON. */
export const SCAN_SUCCESS = { caption: 1000, end: 2000 } as const;
