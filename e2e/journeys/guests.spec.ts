import type { FrameLocator, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { asGuest } from '../support/hospital/guests.ts';
import { Stack } from '../support/hospital/stack.ts';
import { keepSignedIn } from '../support/phone/session.ts';
import {
  answerAdmissionSurvey,
  guestFrame,
  openAdmissionSurvey,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens/screens.ts';

/** Upper limit of tab stops on a screen. */
const MOST_STOPS = 60;

/** Presses a key until the focus is in the form's frame, or outside it. Resolves with whether that happened. */
async function pressUntil(page: Page, key: 'Tab' | 'Shift+Tab', isInside: boolean): Promise<boolean> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await page.evaluate(() => document.activeElement?.localName === 'iframe')) === isInside) return true;
  }
  return false;
}

/** Resolves with the name or text of the focused element in the form. */
const focused = (form: FrameLocator) =>
  form.locator(':focus').evaluate((element) => element.getAttribute('name') ?? element.textContent);

/** Resolves with the appearance settings that the style sheet of a page uses, and the resulting styles. */
const lookOf = (where: Page | FrameLocator) =>
  where.locator('html').evaluate((root: HTMLElement) => {
    const { color, fontFamily, fontSize } = getComputedStyle(document.body);
    const { fontSize: rem } = getComputedStyle(root);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return { lang: root.lang, dir: root.dir, ...root.dataset, rem, color, fontFamily, fontSize, isStill };
  });

test('built-in surveys work in a frame, also by keyboard', JOURNEY, async ({ page, signIn, stack }) => {
  await signIn('patient', { storySteps });
  await asGuest(stack);
  const receipts = await stack.receipts();
  await page.goto('/profile/1/events');
  const form = guestFrame(page);
  await openAdmissionSurvey(page, form);
  expect(await pressUntil(page, 'Tab', true)).toBe(true);
  const first = await focused(form);
  expect(await pressUntil(page, 'Tab', false)).toBe(true);
  expect(await pressUntil(page, 'Shift+Tab', true)).toBe(true);
  expect(await focused(form)).toContain('Send feedback');
  expect(await pressUntil(page, 'Shift+Tab', false)).toBe(true);
  expect(await pressUntil(page, 'Tab', true)).toBe(true);
  expect(await focused(form)).toBe(first);

  await answerAdmissionSurvey(page, form);
  expect(await stack.receipts()).toHaveLength(receipts.length + 1);
});

test('framed form follows the page’s language and appearance', async ({ page, signIn, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('patient', { storySteps, settings: { locale: 'fr', direction: 'rtl', theme: 'DARK' } });
  await asGuest(stack);
  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: /Comment s’est passée votre admission/ }).click();
  const form = guestFrame(page);
  await form.getByRole('button', { name: 'Envoyer mes réponses' }).waitFor();
  const dark = await lookOf(page);
  expect(dark).toMatchObject({ lang: 'fr-CA', dir: 'rtl', theme: 'dark', isStill: true });
  expect(await lookOf(form)).toEqual(dark);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light', text: 'fixed' }));
  await expect.poll(() => lookOf(form)).toEqual(await lookOf(page));
});

test('guests load from their own host and fall back to the page’s', async ({ page, context, problems }) => {
  const stack = await Stack.start({ guestsApart: true });
  /** Opens the survey. Resolves with the host name that its frame came from. */
  const open = async () => {
    await page.goto(`${stack.url}/profile/1/events`);
    await openAdmissionSurvey(page, guestFrame(page));
    const [, frame] = page.frames();
    return frame && new URL(frame.url()).hostname;
  };
  try {
    await asGuest(stack);
    const token = await stack.api.signIn('patient');
    await stack.api.playStory(token, storySteps);
    await keepSignedIn(context, token);
    expect(await open()).toBe('127.0.0.1');
    problems.allow(/ERR_FAILED/);
    await context.route('http://127.0.0.1:*/guest/**', (route) => route.abort());
    expect(await open()).toBe('localhost');
  } finally {
    // Closed before its servers, whose end its pages would report.
    await context.close();
    await stack.stop();
  }
});
