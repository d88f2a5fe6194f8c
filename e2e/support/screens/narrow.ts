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

/**
 * Returns one line per text that the screen's edges or a frame without scrolling cut off, or that is wider than its
 * control or cell. Texts that end in an ellipsis, and those for screen readers only, are left out.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const screen = { left: 0, right: innerWidth, top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
    /** Letters reach beyond the box of their line (px). */
    const [aside, above] = [1, 4];
    const frameOf = (element: Element | null): Element | null => {
      if (!element || element === document.body) return null;
      return getComputedStyle(element).overflow === 'visible' ? frameOf(element.parentElement) : element;
    };
    const isMeant = (frame: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(frame);
      const isForScreenReaders = frame.clientWidth <= 2 || frame.clientHeight <= 2;
      return isForScreenReaders || textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    };
    const edgesOf = (frame: Element | null) => {
      if (!frame) return screen;
      const { overflowX, overflowY } = getComputedStyle(frame);
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      const cuts = (overflow: string) => /hidden|clip/.test(overflow);
      return { ...screen, ...(cuts(overflowX) && { left, right }), ...(cuts(overflowY) && { top, bottom }) };
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('script, style, option, textarea, svg, [aria-hidden="true"]');
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const [text, element] = [node.nodeValue?.trim(), node.parentElement];
      const frame = frameOf(element);
      if (!text || !element || !isShown(element) || (frame && isMeant(frame))) continue;
      const range = new Range();
      range.selectNodeContents(node);
      const [box, edges] = [range.getBoundingClientRect(), edgesOf(frame)];
      const isWiderThan = ({ left, right }: Pick<DOMRect, 'left' | 'right'>) =>
        box.left < left - aside || box.right > right + aside;
      const control = element.closest('a, button, label, td, th');
      const isWide = isWiderThan(edges) || (control && isWiderThan(control.getBoundingClientRect()));
      const isTall = box.top < edges.top - above || box.bottom > edges.bottom + above;
      if (isWide || isTall)
        faults.push(`${element.tagName} “${text.slice(0, 40)}” ${isWide ? 'sideways' : 'in height'}`);
    }
    return faults;
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
