import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { openResult } from '../../support/results.ts';
import { screen } from '../../support/screens.ts';

test('patient starts with three hospital results dated Mar 16, 2020, and the story adds more in front', async ({
  page,
  signIn,
  stack,
}) => {
  const token = await signIn('patient', { storySteps: 0 });
  await page.goto('/profile/1/results');
  await screen(page, 'My Results');
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Northside General Hospital' });
  await expect(cards).toHaveText([/Electrocardiogram/, /Blood test/, /Chest X-ray/]);
  await expect(cards.nth(1)).toContainText('1 to look at');
  for (const card of await cards.all()) await expect(card).toContainText(/Northside General Hospital\s*Mar 16, 2020/);

  // An open page plays the story itself; playing it here at the same time would interfere.
  await page.goto('about:blank');
  await stack.api.playStory(token, Number.POSITIVE_INFINITY);
  await page.goto('/profile/1/results');
  await expect(cards).toHaveCount(7);
  await expect(cards.last()).toContainText('Mar 16, 2020');
  await expect(cards.first()).toContainText('Brain scan');
});

test(
  'blood result has a summary in words, shows each value on its range, and ends with the table',
  JOURNEY,
  async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 0 });
    await openResult(page, /Blood test/);
    await expect(page.getByText('3 of 4 values are in the normal range.')).toBeVisible();
    await expect(page.getByText('White blood cells: a little above normal')).toBeVisible();
    const table = page.getByRole('table', { name: 'All values' });
    await expect(table.getByRole('columnheader')).toHaveText(['Test', 'Result', 'Normal Value']);
    const rows = table.getByRole('row');
    await expect(rows.nth(1)).toHaveText(/White blood cells \(WBC\)\s*11.8 ×10⁹\/L\s*3.5 to 10.5/);
    await expect(rows.nth(2)).toHaveText(/Red blood cells \(RBC\)\s*4.9 ×10¹²\/L\s*4.3 to 5.7/);
    await expect(rows.nth(3)).toHaveText(/Hemoglobin \(Hb\)\s*14.6 g\/dL\s*13 to 17/);
    await expect(rows.nth(4)).toHaveText(/Platelets \(PLT\)\s*260 ×10⁹\/L\s*150 to 450/);
  },
);

test(
  'care plan has a duration, a doctor and sections that open, and its digital resources are disabled',
  JOURNEY,
  async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 0 });
    await page.goto('/profile/1/care-plans');
    await screen(page, 'My Care Plans');
    await page
      .getByRole('main')
      .getByRole('link', { name: /Recovering from a chest cold/ })
      .click();
    await screen(page, 'Recovering from a chest cold');
    await expect(page.getByRole('definition')).toHaveText(['7 days', 'Dr. Helen Park']);
    const drinking = page.getByRole('button', { name: 'Drinking' });
    await expect(page.getByText('Drink six to eight glasses a day.')).toBeHidden();
    await drinking.click();
    await expect(page.getByText('Drink six to eight glasses a day.')).toBeVisible();
    const digital = page.getByRole('button', { name: /Hospital Digital Resources\s*Not yet available/ });
    await expect(digital).toHaveAttribute('aria-disabled', 'true');
    await expect(digital.locator('svg')).toHaveCount(0);
  },
);

test('results of a supported patient include the fracture from three sides', async ({ page, signIn, stack }) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const events = (await stack.api.call('GET', 'events', { token })) as { id: string; type: number }[];
  const request = events.find(({ type }) => type === 12);
  await stack.api.call('POST', `v1/events/${request?.id}/accept`, { token });
  const { series } = (await stack.api.call('GET', 'v1/story', { token })) as {
    series: { id: string; steps: unknown[] }[];
  };
  const steps = series.find(({ id }) => id === 'supporter')?.steps ?? [];
  for (const index of steps.keys()) await stack.api.call('POST', `v1/story/supporter/steps/${index}`, { token });

  await page.goto('/profile/2/results');
  await page
    .getByRole('main')
    .getByRole('link', { name: /X-ray of the right lower leg/ })
    .click();
  await screen(page, 'X-ray of the right lower leg');
  await expect(page.getByRole('radiogroup', { name: 'Views' }).locator('label')).toHaveText([
    'From the front',
    'From the side',
    'Turned',
  ]);
  await expect(page.getByRole('img', { name: /short oblique break a hand’s width above the ankle/ })).toBeVisible();
  await expect(page.getByText('Fractured right fibula, ends in line')).toBeVisible();
});
