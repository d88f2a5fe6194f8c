import type { Page } from 'playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/fixtures.ts';
import { profileRow } from '../../support/frame.ts';
import { screen } from '../../support/screens.ts';
import { eventList } from '../../support/timeline.ts';

/** The first series, in the order in which its events arrive. */
const FIRST = [
  'Admitted',
  'Dr. Amara Osei',
  'COVID-19 precautions',
  'How was your admission?',
  'Blood test done',
  'Blood test results',
  'Was your blood test explained well?',
  'X-ray done',
  'X-ray results',
  'ECG results',
  'Was your ECG explained well?',
  'Your care plan',
  'Maya Chen',
  'Brain scan now, Level 1',
  'Brain scan results',
  'Discharged',
  'How was your stay?',
];

/**
 * The second series (docs/product-rules.md#story) by date: it tells a stay from before the user became a supporter.
 */
const SECOND = [
  'Admitted',
  'Dr. Luis Ortega',
  'X-ray completed',
  'Care plan',
  'Discharged',
  'X-ray results',
  'Supporter',
];

/** Delay between the eleventh and the twelfth step (ms). */
const UNTIL_CARE_PLAN_MS = 20_000;

interface CareEvent {
  name: string;
  profileId: number;
  previousStay: boolean;
}

const firstSeries = (page: Page) => page.getByRole('progressbar', { name: 'Your story' });
const secondSeries = (page: Page) => page.getByRole('progressbar', { name: 'The story of the person you support' });
const fast = (page: Page) => page.getByRole('radio', { name: '20 times as fast' }).check();

async function direct(page: Page): Promise<void> {
  await page.goto('/app/demo');
  await screen(page, 'Demo story');
}

test('story plays both series to the end, with a reload in the middle', async ({ page, stack, signIn }) => {
  test.slow();
  const token = await signIn('patient', { storySteps: 0 });
  const names = async (profile: number) => {
    const events = (await stack.api.call('GET', 'events', { token })) as CareEvent[];
    const mine = events.filter(({ profileId, previousStay }) => profileId === profile && !previousStay);
    return mine.map(({ name }) => name).reverse();
  };
  await direct(page);
  await fast(page);
  await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', /^[5-9] of 17$/);

  await page.reload();
  await screen(page, 'Demo story');
  await fast(page);
  await expect(page.getByText('The story is complete.')).toBeVisible();
  await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', '17 of 17');
  expect(await names(1)).toEqual(FIRST);

  await page.getByRole('button', { name: 'Back' }).click();
  await screen(page, /^Good /);
  // Home shows the state at the end of the story.
  await expect(page.getByText('Getting well at home')).toBeVisible();
  await expect(page.getByText(/X-ray at 11:15/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();

  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(profileRow(page, 'Maya Chen')).toBeVisible();
  await expect(profileRow(page, 'Maya Chen You support Maya 6 need attention')).toBeVisible();
  expect(await names(2)).toEqual(SECOND);
  await profileRow(page, 'Maya Chen').click();
  await screen(page, 'Maya’s Events');
  await expect(page.getByRole('link', { name: /X-ray results/ })).toBeVisible();
});

test('new event is the first new one on home', async ({ page, signIn }) => {
  await page.clock.install();
  // Without the stream the story still continues, and the page can become idle.
  await page.route('**/api/v1/stream*', (route) => route.abort());
  await signIn('patient', { storySteps: 11 });
  await page.goto('/app');
  const first = eventList(page, 'New').getByRole('listitem').first();
  await expect(first).toContainText('ECG results');
  await expect(eventList(page, 'To do').getByRole('listitem').first()).toContainText('Was your ECG explained well?');
  // Pending requests would be aborted by the clock jump.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(UNTIL_CARE_PLAN_MS);
  await expect(first).toContainText('Your care plan');
});

test.describe('director', () => {
  test('pauses the story, plays one step and resumes', async ({ page, signIn }) => {
    // The next step is 20 s away, but a slow page may be paused later.
    await signIn('patient', { storySteps: 11 });
    await direct(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('The story is paused.')).toBeVisible();
    const position = Number.parseInt((await firstSeries(page).getAttribute('aria-valuetext')) ?? '', 10);
    await page.getByRole('button', { name: 'Next step' }).click();
    await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', `${position + 1} of 17`);
    expect(await violations(page)).toEqual([]);
    await fast(page);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', '17 of 17');
  });

  test('restarts the story and keeps the user signed in', async ({ page, stack, signIn }) => {
    const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await direct(page);
    await expect(page.getByText('The story is complete.')).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).isDisabled();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByText('The story has started again.')).toBeVisible();
    await expect(firstSeries(page)).toHaveAttribute('aria-valuetext', /^[0-3] of 17$/);
    await expect(secondSeries(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('link', { name: /Admitted/ })).toBeVisible();
    await expect(page.getByText('How was your stay?')).toHaveCount(0);
    const { series } = (await stack.api.call('GET', 'v1/story', { token })) as { series: { position: number }[] };
    expect(series[0]?.position).toBeLessThan(17);
  });
});

test('Reset restarts the story for the next user who signs in', async ({ page, stack, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/reset');
  await page.getByRole('button', { name: 'Reset' }).click();
  await screen(page, 'Welcome to Lodestar');
  const token = await stack.api.signIn('patient');
  const story = await stack.api.call('GET', 'v1/story', { token });
  expect(story).toMatchObject({ isStoryDone: false, series: [{ id: 'patient', position: 0 }] });
});
