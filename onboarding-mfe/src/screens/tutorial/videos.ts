/** The screens that the video is made for, by how much higher than wide they are. */
export type VideoShape = 'tallest' | 'tall' | 'medium' | 'standard';

/** From this height/width ratio on (specification, section 9); below all of them: `standard`. */
const THRESHOLDS = [
  ['tallest', 1.777],
  ['tall', 1.7],
  ['medium', 1.52],
] as const;

/** The shape of video for a screen of this size; a screen without a size takes the standard one. */
export function videoShape(height: number, width: number): VideoShape {
  const ratio = height / width;
  return THRESHOLDS.find(([, from]) => ratio >= from)?.[0] ?? 'standard';
}

export type VideoFiles = Partial<Record<VideoShape, string>>;

/** Addresses of the recorded videos. Where there is none for a screen, the steps are read instead. */
export const VIDEO_FILES: VideoFiles = {};
