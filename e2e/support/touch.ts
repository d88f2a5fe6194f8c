import type { Locator, Page } from 'playwright/test';

/** Number of touch moves in a drag. */
const STEPS = 12;

/** Drags with a finger from the middle of `from` by `down` pixels (negative: up). */
export async function dragBy(page: Page, from: Locator, down: number): Promise<void> {
  const handle = await from.elementHandle();
  await handle?.waitForElementState('stable');
  const box = await from.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', y + (down * step) / STEPS);
  await touch('touchEnd');
  await finger.detach();
}
