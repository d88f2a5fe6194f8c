/// <reference types="node" />
/** Writes the animations' JSON beside the player: `node shared-ui/src/animation/make/make.ts`. */
import { writeFileSync } from 'node:fs';
import { DRAWINGS } from './drawings.ts';

for (const [name, draw] of Object.entries(DRAWINGS)) {
  const json = JSON.stringify(draw());
  writeFileSync(new URL(`../${name}.json`, import.meta.url), `${json}\n`);
  console.log(`${name}.json: ${json.length} bytes`);
}
