import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { profileRow } from '../../support/screens/frame.ts';
import { screen } from '../../support/screens/screens.ts';

/** Gain of the two sounds (docs/product-rules.md#constants). */
const NEW_EVENT = 0.2;
const CLICK = 0.25;

/** Records the gain of every sound that the page starts. Resolves with a function that reads the list. */
async function listen(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    window.GainNode = class extends GainNode {
      constructor(context: BaseAudioContext, options?: GainOptions) {
        super(context, options);
        heard.push(options?.gain ?? 1);
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
}

test('event of the story plays its sound once, and opening the panel clicks', JOURNEY, async ({ page, signIn }) => {
  const heard = await listen(page);
  // The next step is 20 s away, which leaves time to pause the story.
  await signIn('patient', { storySteps: 11 });
  await page.goto('/app/demo');
  const series = page.getByRole('progressbar', { name: 'Your story' });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(series).toHaveAttribute('aria-valuetext', '11 of 17');
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect.poll(heard).toEqual([NEW_EVENT]);

  await profileRow(page, 'Jordan Avery').click();
  await screen(page, 'My Events');
  await page.getByRole('button', { name: 'Lower the panel' }).click();
  await page.getByRole('button', { name: /^Raise the panel/ }).click();
  await expect.poll(heard).toEqual([NEW_EVENT, CLICK, CLICK]);
});
