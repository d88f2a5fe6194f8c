import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSHOP } from 'e2e/support/hospital/workshop';
import { launch } from 'e2e/support/phone/browser';
import { type Browser, chromium, type Page } from 'playwright';
import { freePorts } from '../commands/running/ports.ts';
import { startEverything } from '../commands/running/running.ts';

/** Opens a browser while `work` runs. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launch());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Shows a single SVG of `width` by `height` px on a page with a transparent background. */
export async function showSvg(page: Page, svg: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${width}px;height:${height}px}</style>${svg}`,
  );
}

/** Runs `work` with the product on fresh demo data, built from the current sources, and stops it afterwards. */
export async function withProduct(work: (url: string) => Promise<void>): Promise<void> {
  const root = join(WORKSHOP, 'media');
  await rm(join(root, 'data'), { recursive: true, force: true });
  const [port = 0, api = 0, recorder = 0] = await freePorts(3);
  const env = { ...process.env, DATA_ROOT: root, PORT: `${port}`, API_PORT: `${api}`, RECORDER_PORT: `${recorder}` };
  const running = await startEverything(env, false);
  try {
    await work(`http://localhost:${running.ports.gateway}`);
  } finally {
    await running.services.stop();
  }
}
