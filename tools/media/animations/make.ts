import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Still } from '../../../shared-ui/src/ui/animation/animations.ts';
import { LOTTIE, STILLS, SUCCESS_STILL } from '../places.ts';
import { background } from './background.ts';
import { compass } from './compass.ts';
import { loader } from './loader.ts';
import { scanSuccess } from './scanSuccess.ts';
import { type Frame, type Lottie, stillOf } from './stills.ts';

/** Every animation, by file name. */
export const DRAWINGS = { background, compass, loader, 'scan-success': scanSuccess } as const;

/** The frame shown by each still. Scan success starts with an empty frame and ends with the check mark. */
const STILL_FRAMES: Record<keyof typeof DRAWINGS, Frame> = {
  background: 'first',
  compass: 'first',
  loader: 'first',
  'scan-success': 'last',
};

function write(path: string, value: object): void {
  const json = JSON.stringify(value);
  writeFileSync(path, `${json}\n`);
  console.log(`${path}: ${json.length} bytes`);
}

export function stills(): Record<keyof typeof DRAWINGS, Still> {
  const of = (name: keyof typeof DRAWINGS): Still => {
    const lottie: Lottie = JSON.parse(JSON.stringify(DRAWINGS[name]()));
    return stillOf(lottie, STILL_FRAMES[name]);
  };
  return {
    background: of('background'),
    compass: of('compass'),
    loader: of('loader'),
    'scan-success': of('scan-success'),
  };
}

/** Writes the animations as Lottie JSON, and a still of each. */
export function makeAnimations(): void {
  for (const [name, make] of Object.entries(DRAWINGS)) write(join(LOTTIE, `${name}.json`), make());
  const { 'scan-success': success, ...loops } = stills();
  write(STILLS, loops);
  write(SUCCESS_STILL, success);
}
