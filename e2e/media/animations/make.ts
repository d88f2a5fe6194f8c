import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBrowser } from '../browser.ts';
import { ANIMATIONS, LOTTIE } from '../places.ts';
import { draw, openEngine } from './draw.ts';
import { DRAWINGS } from './drawings.ts';

function write(path: string, value: object): void {
  const json = JSON.stringify(value);
  writeFileSync(path, `${json}\n`);
  console.log(`${path}: ${json.length} bytes`);
}

/** Writes the animations: as Lottie, which any player plays, and drawn, which the product shows. */
export async function makeAnimations(): Promise<void> {
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    await openEngine(page);
    for (const [name, make] of Object.entries(DRAWINGS)) {
      const drawing = make();
      write(join(LOTTIE, `${name}.json`), drawing);
      write(join(ANIMATIONS, `${name}.drawn.json`), await draw(page, drawing));
    }
  });
}
