import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright/test';
import { launch } from './browser.ts';
import { RESULTS, SCREENS } from './workshop.ts';

/** All screens of the run on one sheet, light beside dark: what a reviewer looks at first. */
async function makeContactSheet(): Promise<void> {
  const pictures = (await readdir(SCREENS)).filter((name) => name.endsWith('.png')).sort();
  const figures = pictures.map(
    (name) => `<figure><img src="screens/${name}"><figcaption>${name}</figcaption></figure>`,
  );
  const look =
    'body{margin:16px;font:14px sans-serif;background:#888;display:grid;grid-template-columns:repeat(8,1fr);gap:12px}figure{margin:0}img{width:100%;display:block}';
  const sheet = join(RESULTS, 'contact-sheet.html');
  await writeFile(sheet, `<!doctype html><meta charset="utf-8"><style>${look}</style>${figures.join('')}`);
  const browser = await chromium.launch(launch());
  const page = await browser.newPage({ viewport: { width: 1800, height: 1200 } });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: join(RESULTS, 'contact-sheet.png'), fullPage: true });
  await browser.close();
}

/** After the run: the contact sheet. */
export default async function tearDown(): Promise<void> {
  if (existsSync(SCREENS)) await makeContactSheet();
}
