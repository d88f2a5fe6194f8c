import { type Browser, chromium, type Page } from 'playwright';
import { launch } from '../support/browser.ts';

/** Opens a browser for as long as `work` takes. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launch());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A page that shows one SVG and nothing else, `width` by `height` px; without a background of its own. */
export async function showSvg(page: Page, svg: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${width}px;height:${height}px}</style>${svg}`,
  );
}
