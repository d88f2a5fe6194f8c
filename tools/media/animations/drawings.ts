import { background } from './background.ts';
import { compass } from './compass.ts';
import { loader } from './loader.ts';
import { scanSuccess } from './scanSuccess.ts';
import type { Frame } from './stills.ts';

/** Every animation, by file name. */
export const DRAWINGS = { background, compass, loader, 'scan-success': scanSuccess } as const;

/** The frame shown by each still. Scan success starts with an empty frame and ends with the check mark. */
export const STILL_FRAMES: Record<keyof typeof DRAWINGS, Frame> = {
  background: 'first',
  compass: 'first',
  loader: 'first',
  'scan-success': 'last',
};
