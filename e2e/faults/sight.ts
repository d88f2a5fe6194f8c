import { expect, type Locator, type Page } from 'playwright/test';
import { tooWide } from '../support/narrow.ts';
import type { ApiFault } from './api-faults.ts';

/** Totals over the cells of the table. */
export interface Counts extends Record<string, number> {
  cells: number;
  'blank screens': number;
  'lost inputs': number;
}

/** Matches a sentence for people. The next pattern matches technical output. */
const SENTENCE = /^\s*\p{Lu}\S*\s+\S+\s+\S+/u;
const PROGRAM = /undefined|null|NaN|\[object|[<>{}]|\b[A-Z]+_[A-Z_]+\b|\bHTTP\b|JSON|Error\b/;

/**
 * Returns the page's visible headings, the number of usable links and buttons outside the top bar, and whether it has
 * text.
 */
const seen = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0;
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
    return {
      names: all('h1').map(({ textContent }) => textContent?.trim() ?? ''),
      ways: all('a[href], button:not([disabled])').filter((way) => !way.closest('[role=banner], header, [inert]'))
        .length,
      hasWords: document.body.innerText.trim() !== '',
    };
  });

/** Checks that the page is not blank while a response is pending. */
export async function expectWaiting(page: Page, counts: Counts): Promise<void> {
  const poll = expect.poll(
    async () => (await seen(page)).hasWords,
    'something stands there while the server is silent',
  );
  await poll.toBe(true).catch((blank: unknown) => {
    counts['blank screens'] += 1;
    throw blank;
  });
}

/** Checks that the screen is shown, offers a link or button, and fits the narrowest phone. */
export async function expectScreen(page: Page, fault: ApiFault, heading: string | RegExp, counts: Counts) {
  counts.cells += 1;
  await expect.soft(page.getByRole('heading', { level: 1, name: heading }), fault).toBeVisible();
  const { names, ways } = await seen(page);
  if (!names.some((name) => name !== '') || ways === 0) counts['blank screens'] += 1;
  expect.soft(names, `${fault}: the screen's name`).not.toEqual([]);
  expect.soft(ways, `${fault}: ways on`).toBeGreaterThan(0);
  expect.soft(await tooWide(page), `${fault}: sideways`).toEqual([]);
}

/** Checks that exactly one message is shown, and that it is written for people. */
export async function expectSentence(said: Locator, fault: ApiFault): Promise<void> {
  await expect.soft(said, `${fault}: one sentence`).toHaveCount(1);
  const text = await said.first().innerText();
  expect.soft(text, fault).toMatch(SENTENCE);
  expect.soft(text, fault).not.toMatch(PROGRAM);
}

/** Checks that the input was kept. */
export async function expectKept(holds: Promise<unknown>, fault: ApiFault, counts: Counts): Promise<void> {
  const lost = await holds.then(
    () => '',
    (error: unknown) => String(error),
  );
  if (lost !== '') counts['lost inputs'] += 1;
  expect.soft(lost, `${fault}: what was typed`).toBe('');
}
