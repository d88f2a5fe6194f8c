import { type Browser, chromium, type Page } from 'playwright';
import { launch } from '../../e2e/support/phone/browser.ts';

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
