import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { profileRow } from '../../support/frame.ts';
import { screen } from '../../support/screens.ts';

const firstSeries = (page: Page) => page.getByRole('progressbar', { name: 'Your story' });
const fast = (page: Page) => page.getByRole('radio', { name: '20 times as fast' }).check();

async function direct(page: Page): Promise<void> {
  await page.goto('/app/demo');
  await screen(page, 'Demo story');
}

test('story plays both series to the end, with a reload in the middle', async ({ page, signIn }) => {
  test.slow();
  await signIn('patient', { storySteps: 0 });
  await direct(page);
  await fast(page);
  await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', /^[5-9] of 17$/);

  await page.reload();
  await screen(page, 'Demo story');
  await fast(page);
  await expect(page.getByText('The story is complete.')).toBeVisible();
  await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', '17 of 17');

  await page.getByRole('button', { name: 'Back' }).click();
  await screen(page, /^Good /);
  // Home shows the state at the end of the story.
  await expect(page.getByText('Getting well at home')).toBeVisible();
  await expect(page.getByText(/X-ray at 11:15/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();

  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(profileRow(page, 'Maya Chen')).toBeVisible();
  await expect(profileRow(page, 'Maya Chen You support Maya 6 need attention')).toBeVisible();
  await profileRow(page, 'Maya Chen').click();
  await screen(page, 'Maya’s Events');
  await page.getByRole('link', { name: /X-ray results/ }).click();
  await screen(page, 'X-ray of the right lower leg');
  const views = page.getByRole('radiogroup', { name: 'Views' });
  await expect(views.locator('label')).toHaveText(['From the front', 'From the side', 'Turned']);
});

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
