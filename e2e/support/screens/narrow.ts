import { expect, type Page } from 'playwright/test';

/** Sizes at which a screen must be readable without horizontal scrolling (WCAG 2.2, 1.4.4 and 1.4.10). */
export const TIGHT = {
  narrow: { width: 320, height: 640 },
  /** Text at twice its size, on an ordinary phone. */
  large: { width: 390, height: 844 },
} as const;

export async function tighten(page: Page, how: keyof typeof TIGHT | 'normal'): Promise<void> {
  await page.setViewportSize(TIGHT[how === 'narrow' ? 'narrow' : 'large']);
  await page.evaluate(
    (scale) => document.documentElement.style.setProperty('--font-scale', scale),
    how === 'large' ? '2' : '1',
  );
}

/** Returns one line per element that scrolls sideways or is cut off by the page. */
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

/** Checks at both sizes that nothing scrolls sideways. Calls `look` at each size before the check. */
export async function fitsTight(page: Page, look: (size: keyof typeof TIGHT) => Promise<void>): Promise<void> {
  for (const size of ['narrow', 'large'] as const) {
    await tighten(page, size);
    await look(size);
    expect(await tooWide(page), `sideways at ${size}`).toEqual([]);
  }
}
