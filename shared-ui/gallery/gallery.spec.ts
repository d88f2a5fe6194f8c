/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from 'axe-core';
import { type Browser, expect, type Page, test } from 'playwright/test';
import { buildChangedGallery } from '../../tools/commands/building/gallery.ts';
import { serveGallery } from './server.ts';

/** Whether screenshots are taken for review. No assertion needs them. */
const PICTURES = process.env.PICTURES === '1';
const SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src');

/**
 * Returns the ids of all fixtures, read from their sources: a test runner on Node can't load the components (they
 * import style sheets) but needs a name for each test before the browser opens.
 */
function fixtureList(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /fixtures\W.*tsx?$/.test(file),
  );
  return files.sort().flatMap((file) => {
    const text = readFileSync(path.join(SOURCE, file), 'utf8');
    return [...text.matchAll(/\bid: '([\w-]+--[\w-]+)'/g)].map(([, id]) => id ?? '');
  });
}

/**
 * axe rule sets. In a real browser they include contrast and target size; no state may violate them in either theme.
 */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A single component is not a page, so it needs no top-level heading. */
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'page-has-heading-one': { enabled: false }, 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
/** The rules that read colours, for the second theme: themes differ only in colours (src/ui/theme/theme.test.ts). */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
  await shared?.close();
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

function violations(page: Page, rules = OPTIONS): Promise<string[]> {
  return page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const results = await axe.run(options);
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
  }, rules);
}

/** Returns the horizontal overflow of the page (px). */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Page shared by all fixtures: changing only the URL avoids reloading the gallery each time. */
let shared: Page | undefined;

async function visit(browser: Browser, id: string): Promise<Page> {
  if (!shared) {
    shared = await browser.newPage();
    collectMessages(shared);
    await open(shared, id);
    await shared.evaluate(axe);
  }
  await shared.evaluate((search) => {
    history.pushState(null, '', search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/?fixture=${id}`);
  await shared.locator(`main[data-fixture="${id}"]`).waitFor();
  return shared;
}

for (const id of fixtureList()) {
  test(`${id} is accessible in both themes and does not overflow at 200 % text`, async ({ browser }, info) => {
    const page = await visit(browser, id);
    for (const [theme, rules] of [
      ['light', OPTIONS],
      ['dark', COLOURS],
    ] as const) {
      // Switches themes as the product does: an attribute, without re-rendering.
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      if (PICTURES)
        await page.screenshot({ path: path.join(info.project.outputDir, '..', 'gallery', `${id}.${theme}.png`) });
      expect(await violations(page, rules)).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      document.documentElement.style.setProperty('--font-scale', '2');
    });
    expect(await overhang(page), 'sticks out to the side at 200 % text, from right to left').toBeLessThanOrEqual(0);
  });
}

test('fixtureList matches the fixtures shown in the gallery', async ({ page }) => {
  collectMessages(page);
  await page.goto(address);
  const shown = await page.locator('article > a').allTextContents();
  expect(shown.sort()).toEqual(fixtureList().sort());
});

test('Dialog traps focus until Escape, then returns it to the opener', async ({ page }) => {
  collectMessages(page);
  await open(page, 'dialog--opener');
  const opener = page.getByRole('button', { name: 'Open' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  for (const _ of [1, 2, 3, 4]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
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

test('StarRating selects half a star on tap and clears it on a second tap', async ({ page }) => {
  collectMessages(page);
  await open(page, 'star-rating--none');
  const half = page.getByRole('radio', { name: '2.5 of 5' });
  await half.tap();
  await expect(half).toBeChecked();
  await half.tap();
  await expect(page.getByRole('radio', { name: 'Not rated' })).toBeChecked();
});

test('ComboboxField opens, filters and accepts a selection', async ({ page }) => {
  collectMessages(page);
  await open(page, 'combobox--closed');
  const box = page.getByRole('combobox', { name: 'Country' });
  await box.tap();
  await expect(page.getByRole('option')).toHaveCount(5);
  await page.evaluate(axe);
  expect(await violations(page)).toEqual([]);
  await box.pressSequentially('cote');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option').tap();
  await expect(box).toHaveValue('Côte d’Ivoire');
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
