import { expect, type Locator, type Page } from 'playwright/test';

const MOST_STOPS = 60;
/** Stops of a page that aren't its controls, such as a region that scrolls. */
const MORE_STOPS = 10;

/** Returns why the focus indicator is not visible, or null when it is visible or the focus has left the page. */
const unseenFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const name = element.outerHTML.slice(0, 120);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `no outline: ${name}`;
    const { left, top, width, height } = element.getBoundingClientRect();
    // Browsers show the line with the caret, not the whole of a field of several lines.
    const caret = element instanceof HTMLTextAreaElement ? [top + 12, top + height - 12] : [];
    const points = [...caret, top + height / 2].map((y) => document.elementFromPoint(left + width / 2, y));
    const there = points.find((point) => point !== null && element.contains(point)) ?? points.at(-1);
    if (!there) return `out of view: ${name}`;
    return element.contains(there) || there.contains(element)
      ? null
      : `covered by ${there.outerHTML.slice(0, 120)}: ${name}`;
  });

/** Presses Tab until the target has focus, checking that the focus is visible at every stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => unseenFocus(page)).toBeNull();
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never leads to ${target}`);
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

export async function activate(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

const goToBeginning = (page: Page) =>
  page.evaluate(() => {
    const beginning = document.createElement('span');
    beginning.tabIndex = -1;
    document.body.prepend(beginning);
    beginning.focus();
  });

/** Returns the start of the markup of each usable control that has not been visited. */
const notVisited = (page: Page) =>
  page
    .locator('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled')
    .filter({ visible: true })
    .and(page.locator(':not([data-visited])'))
    .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120)));

/** Tabs through a page, checking that every stop is visible and that no usable control is skipped. */
export async function walkByKeyboard(page: Page): Promise<void> {
  await goToBeginning(page);
  let left = await notVisited(page);
  // A control that the page renders again after its turn is reached in a second round.
  const most = 2 * left.length + MORE_STOPS;
  for (let stop = 0; left.length > 0 && stop < most; stop += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => unseenFocus(page)).toBeNull();
    await page.evaluate(() => document.activeElement?.setAttribute('data-visited', ''));
    left = await notVisited(page);
  }
  expect(left).toEqual([]);
}
