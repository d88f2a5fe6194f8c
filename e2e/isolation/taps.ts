import type { Page, TestInfo } from 'playwright/test';
import { addToFigure } from '../support/run/figures.ts';
import { expect, guestOf } from './fixtures.ts';

/** Maximum time from a tap to its visible effect, in milliseconds. Enforced in `npm run soak` only. */
const TAP_MS = 200;
/**
 * How often the menu is opened and closed next to one guest. Set by `npm run soak`, which then also checks the time.
 */
const ROUNDS = Number(process.env.TAPS ?? 1);

declare global {
  var tapTimes: number[];
}

/** Runs in the page: records the time from each tap to its next paint (Event Timing, 8 ms resolution). */
function watchTaps(): void {
  globalThis.tapTimes = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (Reflect.get(entry, 'interactionId')) tapTimes.push(entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function openAndCloseMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('link', { name: 'Help & Support' })).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).tap();
  await expect(page.getByRole('link', { name: 'Help & Support' })).toBeHidden();
}

/**
 * Taps the page while a guest runs and checks that each tap takes effect. `npm run soak` taps repeatedly, prints the
 * longest time to an effect, and requires it to be at most 200 ms.
 * @param name what the guest does
 * @param stays whether the guest must still be present after the first taps; one that floods the page may have been
 * removed
 */
export async function tapBeside(page: Page, testInfo: TestInfo, name: string, stays = true): Promise<void> {
  await page.evaluate(watchTaps);
  let rounds = 0;
  do {
    await openAndCloseMenu(page);
    rounds += 1;
    if (stays && rounds === 1) expect(guestOf(page)).toBeDefined();
  } while (rounds < ROUNDS && guestOf(page));
  addToFigure(testInfo, 'taps', { taps: 2 * rounds });
  if (ROUNDS === 1) return;
  // Taps painted within 16 ms are not reported.
  const longest = await page.evaluate(() => Math.max(16, ...tapTimes));
  console.log(`taps beside a guest that ${name}: ${2 * rounds}, the longest took ${longest} ms`);
  expect(longest, `a tap beside a guest that ${name}`).toBeLessThanOrEqual(TAP_MS);
}
