import { expect, type Locator, type Page } from 'playwright/test';

/** Animations, named after their Lottie JSON. */
export type AnimationName = 'background' | 'compass' | 'loader' | 'scan-success';

/** The element that holds an animation or its still, outside of a prerendered copy of the screen. */
export const stageOf = (page: Page, name: AnimationName): Locator =>
  page.locator(`#root [data-animation="${name}"]`).first();

/** Waits until the player draws a new frame. */
export async function expectPlaying(page: Page, name: AnimationName): Promise<void> {
  const stage = stageOf(page, name);
  await expect(stage).toHaveAttribute('data-playing', 'true');
  const frame = await stage.innerHTML();
  await expect.poll(() => stage.innerHTML()).not.toBe(frame);
}

/** Resolves after the browser has drawn `frames` frames. */
export const drawFrames = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let drawn = 0; drawn < count; drawn++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, frames);

/** Returns an animation's markup without generated ids, which change when React remounts it. */
const drawingOf = async (stage: Locator): Promise<string> =>
  (await stage.evaluate((element) => element.outerHTML)).replaceAll(/(?:fs-)?_(?:r|fsR)_\w+_/g, 'id');

/** Checks that an animation shows a still image that does not change over 30 frames. */
export async function expectStill(page: Page, name: AnimationName): Promise<void> {
  const stage = stageOf(page, name);
  await expect(stage.locator('> svg path').first()).toBeAttached();
  const before = await drawingOf(stage);
  await drawFrames(page, 30);
  expect(await drawingOf(stage)).toBe(before);
  await expect(stage).not.toHaveAttribute('data-playing');
  await expect(stage.locator('> svg')).toHaveCount(1);
}
