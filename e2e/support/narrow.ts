import { expect, type Page } from 'playwright/test';

/** Sizes at which a screen must still be read without moving it sideways (WCAG 2.2, 1.4.4 and 1.4.10). */
export const TIGHT = {
  /** The narrowest phone. */
  narrow: { width: 320, height: 640 },
  /** Type at twice its size, on an ordinary phone. */
  large: { width: 390, height: 844 },
} as const;

/** Shows the page at one of those sizes. */
export async function tighten(page: Page, how: keyof typeof TIGHT | 'normal'): Promise<void> {
  await page.setViewportSize(TIGHT[how === 'narrow' ? 'narrow' : 'large']);
  await page.evaluate(
    (scale) => document.documentElement.style.setProperty('--font-scale', scale),
    how === 'large' ? '2' : '1',
  );
}

/** What is wider than its place: a line an element that scrolls sideways, or that the page cuts off. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    return [...document.querySelectorAll('html, body, body *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => element === document.documentElement || isScroller(element))
      .map(
        (element) =>
          `${element.tagName} ${element.className} is ${element.scrollWidth} px wide in ${element.clientWidth}`,
      );
  });
}

/** Shows the page at both sizes and holds that nothing must be moved sideways there. `look` may look at it meanwhile. */
export async function fitsTight(page: Page, look: (size: keyof typeof TIGHT) => Promise<void>): Promise<void> {
  for (const size of ['narrow', 'large'] as const) {
    await tighten(page, size);
    await look(size);
    expect(await tooWide(page), `sideways at ${size}`).toEqual([]);
  }
}
