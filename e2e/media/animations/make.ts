import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANIMATIONS } from '../places.ts';
import { DRAWINGS } from './drawings.ts';

/** Writes the animations' JSON beside their player. */
export function makeAnimations(): void {
  for (const [name, draw] of Object.entries(DRAWINGS)) {
    const json = JSON.stringify(draw());
    writeFileSync(join(ANIMATIONS, `${name}.json`), `${json}\n`);
    console.log(`${name}.json: ${json.length} bytes`);
  }
}
