import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright/test';
import { RESULTS, SCREENS } from '../hospital/workshop.ts';
import { launch } from '../phone/browser.ts';

const LOOK = `body{margin:16px;font:14px/1.4 sans-serif;background:#777;color:#fff}
main{display:grid;grid-template-columns:repeat(10,1fr);gap:12px}figure{margin:0}img{width:100%;display:block}`;

export function pictureFile(group: string, name: string): string {
  return join(SCREENS, group, `${name}.png`);
}

/** Order of the variants of one screen. */
const ORDER = ['light', 'dark', 'narrow', 'large', 'small', 'french'];

/** Lists screenshots by screen, then in the order above. */
async function picturesOf(group: string): Promise<string[]> {
  const pictures = (await readdir(join(SCREENS, group))).filter((name) => name.endsWith('.png'));
  const place = (name: string) => name.replace(/-(\w+)\.png$/, (_, as: string) => `!${ORDER.indexOf(as)}`);
  return pictures.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

async function sheetOf(group: string): Promise<string> {
  const figures = (await picturesOf(group)).map((name) => {
    const file = `screens/${group}/${name}`;
    return `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${name}</figcaption></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${group}</title><style>${LOOK}</style><h1>${group}</h1><main>${figures.join('')}</main>`;
}

/**
 * Creates contact sheets of all screenshots of the run: per group an HTML page (sheet-<group>.html) and one image of
 * it (sheet-<group>.png).
 * @returns the folder of the sheets; undefined when no screenshot was taken
 */
export async function makeContactSheets(): Promise<string | undefined> {
  if (!existsSync(SCREENS)) return undefined;
  const browser = await chromium.launch(launch());
  const page = await browser.newPage({ viewport: { width: 1800, height: 1200 } });
  for (const group of await readdir(SCREENS)) {
    const sheet = join(RESULTS, `sheet-${group}.html`);
    await writeFile(sheet, await sheetOf(group));
    await page.goto(pathToFileURL(sheet).href);
    await page.screenshot({ path: sheet.replace(/html$/, 'png'), fullPage: true });
  }
  await browser.close();
  return RESULTS;
}
