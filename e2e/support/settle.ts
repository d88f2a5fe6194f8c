import type { Page } from 'playwright/test';

/**
 * Waits until what moves once has arrived: a rising panel, colours on their way from one theme to the other. What moves for
 * ever (the sky) is not waited for, nor what stands still halfway.
 */
export function settle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      );
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
