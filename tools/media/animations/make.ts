import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Still } from '../../../shared-ui/src/ui/animation/animations.ts';
import { LOTTIE, STILLS, SUCCESS_STILL } from '../places.ts';
import { DRAWINGS, STILL_FRAMES } from './drawings.ts';
import { type Lottie, stillOf } from './stills.ts';

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
