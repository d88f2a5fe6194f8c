import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, member, newPerson, type Person, sessionOf } from '../../support/people.ts';
import { callFailed, expectNoProblems, watchForProblems } from '../../support/problems.ts';
import { logIn, screen } from '../../support/screens.ts';
import type { Stack } from '../../support/stack.ts';
import { expectErrors, field, press } from './creating.ts';

const NEW_PASSWORD = 'Newer-pass2';
const DEAD = 'This link has expired or was already used. Please ask for a new one.';

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/onboarding/forgot-password');
  await field(page, 'Email').fill(email);
  await press(page, 'Submit');
  await screen(page, 'Check your email');
}

async function setPassword(page: Page, password: string): Promise<void> {
  await screen(page, 'Set a new password');
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
}

async function resetLink(stack: Stack, { email }: Person): Promise<string> {
  await stack.api.call('POST', 'v1/users/forgot-password', { body: { email } });
  return (await linkFor(stack, email, 'reset-password')).url;
}

test('forgot-password checks its field before anything is sent', async ({ page }) => {
  await page.goto('/onboarding/forgot-password');
  await press(page, 'Submit');
  await expectErrors(page, { Email: 'Email Required' });
  await field(page, 'Email').fill('ada@example');
  await press(page, 'Submit');
  await expectErrors(page, { Email: 'Invalid Email' });
});

test(
  'password reset makes the new password sign in, and ends the old one and old sessions',
  JOURNEY,
  async ({ page, stack, problems }) => {
    const person = await member(stack);
    const before = await sessionOf(stack, person);
    await askForLink(page, person.email.toUpperCase());
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

test('forgot-password shows the same for an address without an account, and sends nothing', async ({ page, stack }) => {
  const { email } = newPerson();
  await askForLink(page, email);
  await expect(page.getByText(`If ${email} belongs to an account,`, { exact: false })).toBeVisible();
  expect(await stack.api.mails(email)).toEqual([]);
});

test('forgot-password keeps the address after a network error, and the next request succeeds', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const { email } = await member(stack);
  await page.goto('/onboarding/forgot-password');
  await field(page, 'Email').fill(email);
  await context.setOffline(true);
  await press(page, 'Submit');
  await expect(page.getByRole('alert')).toContainText("We can't reach the server just now.");
  await expect(field(page, 'Email')).toHaveValue(email);
  await context.setOffline(false);
  await press(page, 'Submit');
  await screen(page, 'Check your email');
});

test('reset-password reports every rule of a password', async ({ page, stack }) => {
  await page.goto(await resetLink(stack, await member(stack)));
  await press(page, 'Submit');
  await expectErrors(page, { Password: 'Password Required', 'Confirm Password': 'Confirm Password Required' });
  await field(page, 'Password').fill('weak');
  await field(page, 'Confirm Password').fill('weaker');
  await press(page, 'Submit');
  await expectErrors(page, {
    Password:
      'Password needs to be 8 – 14 characters with at least 1 letter, 1 number, 1 special character (-@$!%*#?&), and no spaces.',
    'Confirm Password': 'Passwords do not match',
  });
});

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

for (const what of ['was used', 'is too old', 'was never sent', 'was sent to validate an e-mail'] as const) {
  test(`reset link that ${what} is rejected and leads to a new one`, async ({ page, stack, problems }) => {
    problems.allow(callFailed('v1/users/reset-app-password'));
    const person = await member(stack);
    let token = '0b0e8a1e-0000-4000-8000-000000000000';
    if (what === 'was used') {
      token = (await resetLink(stack, person)).split('/').at(-1) ?? '';
      await stack.api.call('POST', 'v1/users/reset-app-password', { body: { uuid: token, password: NEW_PASSWORD } });
    }
    if (what === 'is too old') {
      token = (await resetLink(stack, person)).split('/').at(-1) ?? '';
      stack.records.ageLinks(person.email);
    }
    if (what === 'was sent to validate an e-mail') token = (await linkFor(stack, person.email, 'validate-email')).token;
    await page.goto(`/onboarding/reset-password/${token}`);
    await setPassword(page, 'Third-pass3');
    await press(page, 'Submit');
    await expect(page.getByRole('alert')).toHaveText(DEAD);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await screen(page, 'Forgot Password?');
  });
}
