import type { Browser } from '../browsers/browser.ts';
import { EnginePhone } from '../engine-phone.ts';

/** Runs in the page: scrolls a point of its frame to the middle of the window. @returns the frame's position */
function bringToMiddle(y: number): { left: number; top: number } {
  const frame = document.querySelector('iframe');
  const boxOf = () => frame?.getBoundingClientRect() ?? new DOMRect();
  for (let around = frame?.parentElement; around; around = around.parentElement) {
    if (around.scrollHeight <= around.clientHeight) continue;
    around.scrollTop += boxOf().top + y - innerHeight / 2;
  }
  const { left, top } = boxOf();
  return { left, top };
}

/** Returns a phone for the page's only frame: elements are found in the frame and tapped through the window. */
export function inFrame(browser: Browser): EnginePhone {
  const inside: Browser = {
    name: browser.name,
    evaluate: (expression) => browser.evaluateInFrame(expression),
    async tap(x, y) {
      const { left, top } = (await browser.evaluate(`(${bringToMiddle.toString()})(${y})`)) as ReturnType<
        typeof bringToMiddle
      >;
      await browser.tap(left + x, top + y);
    },
    open: (url) => browser.open(url),
    evaluateInFrame: (expression) => browser.evaluateInFrame(expression),
    type: (keys) => browser.type(keys),
    selectAll: () => browser.selectAll(),
    back: () => browser.back(),
    picture: () => browser.picture(),
    errors: () => browser.errors(),
    close: () => browser.close(),
  };
  return new EnginePhone(inside, 'about:blank');
}
