/// <reference types="node" />

import type { Server } from 'node:http';
import { violationsIn } from 'e2e/support/screens/axe';
import { THEMES, type Theme } from 'e2e/support/screens/photograph';
import { expect, type Page, test } from 'playwright/test';
import { buildChangedGallery } from 'tools/commands/building/gallery';
import { serveGallery } from './server.ts';

// One worker for the file: the gallery is built and served once.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let server: Server;
let address: string;
let messages: string[];

test.beforeAll(async () => {
  await buildChangedGallery();
  ({ server, url: address } = await serveGallery(0));
});
test.afterAll(async () => {
  server.close();
});
test.beforeEach(() => {
  messages = [];
});
test.afterEach(() => {
  expect(messages).toEqual([]);
});

function collectMessages(page: Page): void {
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') messages.push(line.text());
  });
}

/** Opens one fixture and waits for its fonts. */
async function open(page: Page, id: string, search = ''): Promise<void> {
  await page.goto(`${address}/?fixture=${id}${search}`);
  await page.locator('main').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Shows another fixture on the open page, without a reload, and waits for its fonts. */
async function show(page: Page, id: string): Promise<void> {
  await page.evaluate((search) => {
    history.pushState(null, '', search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/?fixture=${id}`);
  await page.locator(`main[data-fixture="${id}"]`).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Returns axe's violations. A single component is not a page, so it needs no top-level heading. */
async function violations(page: Page, theme: Theme): Promise<string[]> {
  return (await violationsIn(page, theme)).filter((line) => !line.startsWith('page-has-heading-one:'));
}

/** Returns the horizontal overflow of the page (px). */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

test('every fixture is accessible in both themes and does not overflow at 200 % text', async ({ page }) => {
  collectMessages(page);
  await page.goto(address);
  const ids = await page.locator('article > a').allTextContents();
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) {
    await show(page, id);
    for (const theme of THEMES) {
      // Switches themes as the product does: an attribute, without re-rendering.
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      expect.soft(await violations(page, theme), `${id} in ${theme}`).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      document.documentElement.style.setProperty('--font-scale', '2');
    });
    expect.soft(await overhang(page), `${id} sticks out at 200 % text, from right to left`).toBeLessThanOrEqual(0);
    expect.soft(messages.splice(0), `${id}: errors`).toEqual([]);
  }
});

/** Returns the words of the heading that break across lines. */
const brokenWords = (page: Page) =>
  page.locator('h1').evaluate((heading) => {
    const text = heading.firstChild as Text;
    const lines = (start: number, length: number) => {
      const range = new Range();
      range.setStart(text, start);
      range.setEnd(text, start + length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    return [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => lines(index, word.length) > 1).map(String);
  });

test('the panel heading does not break a long French word at 200 % text', async ({ page }) => {
  collectMessages(page);
  await open(page, 'back-header--french', '&text=200');
  expect(await brokenWords(page)).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
});

test('Animation plays under the Content Security Policy', async ({ browser }) => {
  const page = await browser.newPage({ reducedMotion: 'no-preference' });
  collectMessages(page);
  // One that never ends: a slow machine may look late.
  await open(page, 'animation--loader');
  const layers = page.locator('[data-animation][data-playing] svg g');
  await layers.first().waitFor({ state: 'attached' });
  // Compares computed styles: the browser moves the layers without changing the markup.
  const drawn = () =>
    layers.evaluateAll((all) => all.map((layer) => getComputedStyle(layer)).map((at) => [at.transform, at.opacity]));
  const before = await drawn();
  await expect.poll(drawn).not.toEqual(before);
  await page.close();
});
