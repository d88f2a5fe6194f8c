import type { Page, TestInfo } from 'playwright/test';
import { addToFigure } from '../support/figures.ts';
import { expect, guestOf } from './fixtures.ts';

/** A tap's effect is painted by then, whatever a guest does, in milliseconds. Held against the clock in `npm run soak` only. */
const TAP_MS = 200;
/** How often the menu is opened and closed beside one guest; `npm run soak` says how often, and then looks at the clock. */
const ROUNDS = Number(process.env.TAPS ?? 1);

declare global {
  var tapTimes: number[];
}

/** Runs in the page: notes how long each tap takes until what it brings about is painted (Event Timing, to 8 ms). */
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
 * Taps the page while a guest runs: each tap has its effect. `npm run soak` taps again and again, prints the longest time
 * until an effect was painted, and holds it to 200 ms.
 * @param name what the guest does
 * @param stays whether the guest has to be there still after the first taps; one that floods the page may be gone
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
  // Taps that are painted within 16 ms are not told of.
  const longest = await page.evaluate(() => Math.max(16, ...tapTimes));
  console.log(`taps beside a guest that ${name}: ${2 * rounds}, the longest took ${longest} ms`);
  expect(longest, `a tap beside a guest that ${name}`).toBeLessThanOrEqual(TAP_MS);
}
