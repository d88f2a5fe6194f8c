import { background } from './background.ts';
import { compass } from './compass.ts';
import { loader } from './loader.ts';
import { scanSuccess } from './scanSuccess.ts';

/** Every animation, by the name of its file. */
export const DRAWINGS = { background, compass, loader, 'scan-success': scanSuccess } as const;
