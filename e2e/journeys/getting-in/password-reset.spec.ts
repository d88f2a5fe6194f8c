import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, member, type Person, sessionOf } from '../../support/people.ts';
import { callFailed, expectNoProblems, watchForProblems } from '../../support/problems.ts';
import { logIn, screen } from '../../support/screens.ts';
import type { Stack } from '../../support/stack.ts';
import { field, press } from './creating.ts';

const NEW_PASSWORD = 'Newer-pass2';
const DEAD = 'This link has expired or was already used. Please ask for a new one.';

async function setPassword(page: Page, password: string): Promise<void> {
  await screen(page, 'Set a new password');
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
}

async function resetLink(stack: Stack, { email }: Person): Promise<string> {
  await stack.api.call('POST', 'v1/users/forgot-password', { body: { email } });
  return (await linkFor(stack, email, 'reset-password')).url;
}

test(
  'password reset makes the new password sign in, and ends the old one and old sessions',
  JOURNEY,
  async ({ page, stack, problems }) => {
    const person = await member(stack);
    const before = await sessionOf(stack, person);
    await page.goto('/onboarding/forgot-password');
    await field(page, 'Email').fill(person.email.toUpperCase());
    await press(page, 'Submit');
    await screen(page, 'Check your email');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await screen(page, 'Please Sign In');

    await page.goto((await linkFor(stack, person.email, 'reset-password')).url);
    await setPassword(page, NEW_PASSWORD);
    await press(page, 'Submit');
    await screen(page, 'Your password have been reset');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await screen(page, 'Please Sign In');
    await expect(stack.api.call('GET', 'v1/users/me', { token: before })).rejects.toThrow('401');

    problems.allow(callFailed('v1/sessions'));
    await logIn(page, person.email, person.password);
    await expect(page.getByRole('alert')).toContainText('Authenication Failed');
    await logIn(page, person.email, NEW_PASSWORD);
    await screen(page, "You're all set, Ada");
  },
);

test('reset link used on two phones at the same time works on one, and the other is offered a new link', async ({
  page,
  browser,
  stack,
  problems,
}) => {
  const dead = callFailed('v1/users/reset-app-password');
  problems.allow(dead);
  const person = await member(stack);
  const link = await resetLink(stack, person);
  const otherPhone = await browser.newContext();
  const otherProblems = await watchForProblems(otherPhone);
  otherProblems.allow(dead);
  const phones = [
    { page, password: 'Newer-pass2' },
    { page: await otherPhone.newPage(), password: 'Other-pass3' },
  ];
  for (const phone of phones) {
    await phone.page.goto(link);
    await setPassword(phone.page, phone.password);
  }
  await Promise.all(phones.map((phone) => press(phone.page, 'Submit')));

  const ends = await Promise.all(
    phones.map(async (phone) => {
      const done = phone.page.getByRole('heading', { name: 'Your password have been reset' });
      await done.or(phone.page.getByRole('alert')).waitFor();
      return (await done.isVisible()) ? 'done' : await phone.page.getByRole('alert').innerText();
    }),
  );
  expect(ends.toSorted()).toEqual([DEAD, 'done'].toSorted());

  const [won, lost] = ends[0] === 'done' ? [0, 1] : [1, 0];
  await phones[lost]?.page.getByRole('link', { name: 'Request a new link' }).click();
  await screen(phones[lost]?.page ?? page, 'Forgot Password?');
  await expect(sessionOf(stack, { ...person, password: phones[won]?.password ?? '' })).resolves.toBeTruthy();
  await expect(sessionOf(stack, { ...person, password: phones[lost]?.password ?? '' })).rejects.toThrow('401');
  expectNoProblems(otherProblems);
  await otherPhone.close();
});
