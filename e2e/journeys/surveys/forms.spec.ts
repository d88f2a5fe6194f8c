import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { RecorderProxy } from '../../support/hospital/recorder.ts';
import { boxesOf, everythingStored } from '../../support/phone/storage.ts';
import { screen } from '../../support/screens/screens.ts';
import { fillIn, openSurvey, SURVEYS, send, surveyCase, thanked } from '../../support/screens/surveys.ts';

const PERSON = { Email: 'patient@example.org', Name: 'Jordan Avery' };

/** Sets the stars in halves by touch, and clears them again by a second touch. */
async function rateByTouch(page: Page): Promise<void> {
  const stars = page.getByRole('radiogroup', { name: 'How was your stay overall?' });
  const chosen = stars.getByRole('radio', { checked: true });
  const touch = async (name: string) => {
    await stars.scrollIntoViewIfNeeded();
    const box = await stars.getByRole('radio', { name, exact: true }).boundingBox();
    if (!box) throw new Error(`${name} is not on the screen`);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await expect(chosen).toHaveAccessibleName('Not rated');
  for (const [touched, then] of [
    ['3.5 of 5', '3.5 of 5'],
    ['4 of 5', '4 of 5'],
    ['4 of 5', 'Not rated'],
  ] as const) {
    await touch(touched);
    await expect(chosen).toHaveAccessibleName(then);
  }
}

test('each survey is recorded once, in the recorder’s format', JOURNEY, async ({ page, context, stack, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const recorder = await RecorderProxy.watch(context, stack);
  const before = await stack.receipts();
  await page.goto('/profile/1/events');
  for (const survey of SURVEYS) {
    recorder.posts.length = 0;
    await openSurvey(page, survey);
    if (survey.kind === 'discharge') await rateByTouch(page);
    await fillIn(page, survey);
    await send(page);
    await thanked(page);
    await expect(page.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeFocused();
    await expect(page.getByRole('definition')).toHaveText(survey.summary);
    expect(recorder.posts).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        authorizer: 'demo-recorder-key',
        payload: {
          Hospital: 'Northside General Hospital',
          Survey: survey.recordedAs,
          Responses: survey.responses,
          ...PERSON,
        },
      },
    ]);
    await page.getByRole('button', { name: 'Done' }).click();
    await screen(page, 'My Events');
  }
  const arrived = (await stack.receipts()).slice(0, -before.length || undefined);
  expect(arrived.map(({ survey }) => survey)).toEqual(SURVEYS.map(({ recordedAs }) => recordedAs).reverse());
  expect(arrived.every(({ retained }) => retained === false)).toBe(true);
});

test('form can be filled in and sent by keyboard alone', JOURNEY, async ({ page, context, stack, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const recorder = await RecorderProxy.watch(context, stack);
  await page.goto('/profile/1/events');
  await openSurvey(page, surveyCase('ecg'));
  await page.getByRole('radio', { name: 'Very Clear', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await thanked(page);
  expect(recorder.posts[0]?.payload).toMatchObject({
    Responses: [
      { question: 'triageOption', answer: 4 },
      { question: 'covidOption', answer: 3 },
      { question: 'covidComments', answer: 'By keyboard.' },
    ],
  });
});

test('half-filled form survives a reload and is never in plain text', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const admission = surveyCase('admission');
  const [, comment = ''] = admission.type[0] ?? [];
  await page.goto('/profile/1/events');
  await openSurvey(page, admission);
  await fillIn(page, admission);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await openSurvey(page, surveyCase('blood'));
  await expect(page.getByRole('textbox')).toHaveValue('');
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
});
