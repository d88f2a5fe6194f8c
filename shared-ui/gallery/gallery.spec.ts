/// <reference types="node" />
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page, test } from 'playwright/test';
import { fixtureList } from './list.ts';
import { buildGallery, serveGallery } from './server.ts';

/** Axe in a real browser, contrast and target size included: no violation in any state, in either theme. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A component alone is no page: it needs no first heading. */
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'page-has-heading-one': { enabled: false }, 'target-size': { enabled: true } },
};
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// One worker for the file: the gallery is built and served once.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let server: Server;
let address: string;
let complaints: string[];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  await buildGallery();
  ({ server, url: address } = await serveGallery(0));
});
test.afterAll(() => {
  server.close();
});
test.beforeEach(({ page }) => {
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
});
test.afterEach(() => {
  expect(complaints).toEqual([]);
});

/** Opens one fixture and waits for its letters. */
async function open(page: Page, id: string, search = ''): Promise<void> {
  await page.goto(`${address}/?fixture=${id}${search}`);
  await page.locator('main').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate<AxeResults, RunOptions>(
    (options) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(options),
    OPTIONS,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
  );
}

/** How far the content sticks out of the window to the side, in px. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

for (const id of fixtureList()) {
  test(`${id} is accessible in both themes and holds at 200 % text`, async ({ page }, info) => {
    await open(page, id);
    await page.evaluate(axe);
    for (const theme of ['light', 'dark']) {
      // The switch is the product's own: an attribute, nothing renders again.
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      await page.screenshot({ path: path.join(info.project.outputDir, '..', 'gallery', `${id}.${theme}.png`) });
      expect(await violations(page)).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      document.documentElement.style.setProperty('--font-scale', '2');
    });
    expect(await overhang(page), 'sticks out to the side at 200 % text, from right to left').toBeLessThanOrEqual(0);
  });
}
