import type { Page } from 'playwright/test';

/**
 * Runs in a page, as it stands: resolves when what moves once has arrived, such as a rising panel, or colours on their way
 * from one theme to the other. What moves for ever (the sky) is not waited for, nor what stands still halfway.
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

/** Waits until what moves once on a page has arrived. */
export const settle = (page: Page): Promise<void> => page.evaluate(movesEnd);
