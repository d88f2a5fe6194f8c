import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens.ts';
import { boxesOf, everythingStored } from '../../support/storage.ts';
import { fillIn, openSurvey, send, surveyCase, thanked } from '../../support/surveys.ts';

const admission = surveyCase('admission');
const [, comment = ''] = admission.type[0] ?? [];

test(
  'half-filled form survives navigation and a reload, and is not stored in plain text',
  JOURNEY,
  async ({ page, signIn }) => {
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await page.goto('/profile/1/events');
    await openSurvey(page, admission);
    await fillIn(page, admission);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await openSurvey(page, admission);
    await expect(page.getByLabel(/about triage/)).toHaveValue(comment);

    await expect.poll(() => boxesOf(page, 'drafts/')).toBe(1);
    expect(await everythingStored(page)).not.toContain(comment);
    await page.reload();
    await expect(page.getByLabel(/about triage/)).toHaveValue(comment);
    await expect(page.getByRole('radio', { name: 'Unsatisfied', exact: true })).toBeChecked();

    await send(page);
    await thanked(page);
    await expect.poll(() => boxesOf(page, 'drafts/')).toBe(0);
    await page.reload();
    await expect(page.getByText('You have sent your feedback')).toBeVisible();
    await expect(page.getByText(comment)).toBeVisible();
    expect(await everythingStored(page)).not.toContain(comment);
  },
);

test('drafts are separate for each form, and are deleted with the session', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/profile/1/events');
  await openSurvey(page, admission);
  await fillIn(page, admission);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await openSurvey(page, surveyCase('blood'));
  await expect(page.getByRole('textbox')).toHaveValue('');
  await page.goto('/app');
  await screen(page, /^Good /);
  await expect.poll(() => boxesOf(page, 'drafts/')).toBe(1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await screen(page, /^(Lodestar|Welcome to Lodestar)$/);
  await expect.poll(() => boxesOf(page, 'drafts/')).toBe(0);
});
