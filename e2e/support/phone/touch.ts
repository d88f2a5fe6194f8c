import type { Locator, Page } from 'playwright/test';

const STEPS = 12;

/** Drags an element with a finger, by pixels to the right and down (negative: left and up). */
export async function drag(page: Page, element: Locator, { right = 0, down = 0 }): Promise<void> {
  await (await element.elementHandle())?.waitForElementState('stable');
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  // To the left there must be room on the screen.
  const start = { x: Math.round(box.x + box.width * (right < 0 ? 0.7 : 0.5)), y: Math.round(box.y + box.height / 2) };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + right * share, y: start.y + down * share }],
    });
  await touch('touchStart');
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', step / STEPS);
  await touch('touchEnd');
  await finger.detach();
}
