import type { Page } from 'playwright/test';

/**
 * Runs in the page. Resolves when finite animations, such as a rising panel or a theme transition, have finished.
 * Endless animations (the sky) and paused ones are ignored.
 */
export async function movesEnd(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
    );
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** Waits until the page's finite animations have finished. */
export const settle = (page: Page): Promise<void> => page.evaluate(movesEnd);
