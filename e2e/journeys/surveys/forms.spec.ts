import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { RecorderProxy } from '../../support/recorder.ts';
import { screen } from '../../support/screens.ts';
import { fillIn, openSurvey, SURVEYS, send, surveyCase, thanked } from '../../support/surveys.ts';

const PERSON = { Email: 'patient@example.org', Name: 'Jordan Avery' };

for (const survey of SURVEYS) {
  test(
    `${survey.kind} survey is recorded once, in the format of the recorder, and its answers are shown`,
    survey.kind === 'admission' ? JOURNEY : {},
    async ({ page, context, stack, signIn }) => {
      await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
      const recorder = await RecorderProxy.watch(context, stack);
      const before = await stack.receipts();
      await page.goto('/profile/1/events');
      await openSurvey(page, survey);
      await expect(
        page.getByText(
          'This is a demo: your answers are not kept at the hospital, only on this phone until you sign out.',
        ),
      ).toBeVisible();
      for (const box of await page.getByRole('textbox').all()) await expect(box).toHaveAttribute('rows', '4');
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
      const arrived = await stack.receipts();
      expect(arrived).toHaveLength(before.length + 1);
      expect(arrived[0]).toMatchObject({ survey: survey.recordedAs, retained: false });

      await page.getByRole('button', { name: 'Done' }).click();
      await screen(page, 'My Events');
    },
  );
}

test('survey can be sent unchanged: its defaults are the best options and no stars', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  const recorder = await RecorderProxy.watch(context, stack);
  await page.goto('/profile/1/events');
  await openSurvey(page, surveyCase('discharge'));
  await send(page);
  await thanked(page);
  expect(recorder.posts[0]?.payload).toMatchObject({
    Responses: [
      { question: 'rating', answer: 0 },
      { question: 'qualityOption', answer: 5 },
      { question: 'confidentOption', answer: 5 },
      { question: 'confidentComments', answer: '' },
    ],
  });
});

test('stars can be set in halves by touch and by keyboard, and are named in words', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/profile/1/events');
  await openSurvey(page, surveyCase('discharge'));
  const stars = page.getByRole('radiogroup', { name: 'How was your stay overall?' });
  const chosen = stars.getByRole('radio', { checked: true });
  const half = async (name: string) => {
    await stars.scrollIntoViewIfNeeded();
    const box = await stars.getByRole('radio', { name, exact: true }).boundingBox();
    if (!box) throw new Error(`${name} is not on the screen`);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await expect(chosen).toHaveAccessibleName('Not rated');
  await half('3.5 of 5');
  await expect(chosen).toHaveAccessibleName('3.5 of 5');
  await half('4 of 5');
  await expect(chosen).toHaveAccessibleName('4 of 5');
  await half('4 of 5');
  await expect(chosen).toHaveAccessibleName('Not rated');

  await chosen.focus();
  for (const name of ['0.5 of 5', '1 of 5', '1.5 of 5']) {
    await page.keyboard.press('ArrowRight');
    await expect(chosen).toHaveAccessibleName(name);
    await expect(chosen).toBeFocused();
  }
  await page.keyboard.press('ArrowLeft');
  await expect(chosen).toHaveAccessibleName('1 of 5');
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
