import { expect, type Page } from 'playwright/test';

/** Sizes at which a screen must be readable without horizontal scrolling (WCAG 2.2, 1.4.4 and 1.4.10). */
export const TIGHT = {
  narrow: { width: 320, height: 640 },
  /** Text at twice its size, on an ordinary phone. */
  large: { width: 390, height: 844 },
  /** Text at twice its size, on the smallest phone. */
  small: { width: 320, height: 568 },
} as const;

export async function tighten(page: Page, how: keyof typeof TIGHT | 'normal'): Promise<void> {
  await page.setViewportSize(TIGHT[how === 'normal' ? 'large' : how]);
  await page.evaluate(
    (scale) => document.documentElement.style.setProperty('--font-scale', scale),
    how === 'large' || how === 'small' ? '2' : '1',
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

/** Fraction of the screen's height that bars may take, which stay while the page scrolls. */
export const MAX_BARS = 1 / 3;

/**
 * Returns the fraction of the screen's height that bars cover, in its middle. A bar stays where it is while the page
 * scrolls: it's sticky, or outside of what scrolls.
 */
export const heightOfBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isInPage = (point: Element | null) => {
      for (let element = point; element?.closest('main'); element = element.parentElement) {
        const { position, overflowY } = getComputedStyle(element);
        if (position === 'sticky' || position === 'fixed') return false;
        if (overflowY === 'auto' || overflowY === 'scroll') return true;
      }
      return false;
    };
    const { innerWidth, innerHeight } = window;
    const lines = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
    return lines.filter((point) => !isInPage(point)).length / innerHeight;
  });

/** Checks that nothing scrolls sideways at 320 px or with large text. Calls `look` at each size before the check. */
export async function fitsTight(page: Page, look: (size: keyof typeof TIGHT) => Promise<void>): Promise<void> {
  for (const size of ['narrow', 'large'] as const) {
    await tighten(page, size);
    await look(size);
    expect(await tooWide(page), `sideways at ${size}`).toEqual([]);
  }
}
