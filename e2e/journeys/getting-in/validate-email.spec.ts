import { expect, test } from '../../support/fixtures.ts';
import { linkFor, newPerson, register } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { logIn, screen } from '../../support/screens.ts';

const FAILED = 'Sorry Something has gone wrong!!';

test('validation link signs in, leads to patient-complete and works only once', async ({ page, browser, stack }) => {
  const person = newPerson();
  await register(stack, person);
  const { url, token } = await linkFor(stack, person.email, 'validate-email');
  await page.goto(url);
  await screen(page, 'Your email is validated');
  await expect(page.getByText('Welcome. You are signed in.')).toBeVisible();
  await page.getByRole('link', { name: 'lets get started' }).click();
  await screen(page, "You're all set, Ada");

  await expect(stack.api.call('POST', 'v1/users/validate-email', { body: { uuid: token } })).rejects.toThrow('410');
  const otherPhone = await browser.newPage();
  await otherPhone.goto(url);
  await screen(otherPhone, FAILED);
  await otherPhone.close();
});

test('validation link of an unapproved domain reports the review and opens no session', async ({ page, stack }) => {
  const person = newPerson('example.com');
  await register(stack, person);
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, 'Almost there');
  await expect(
    page.getByText('Your account is under review. We will notify you once your account is approved.'),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await screen(page, 'Please Sign In');
});

test('validation link that was never sent shows a message and the contacts', async ({ page, problems }) => {
  problems.allow(callFailed('v1/users/validate-email'));
  await page.goto('/onboarding/validate-email/0b0e8a1e-0000-4000-8000-000000000000');
  await screen(page, FAILED);
  await expect(page.getByText("We're having some trouble validating your email. Please try again...")).toBeVisible();
  await expect(page.getByText('This link has expired or was already used. Please ask for a new one.')).toBeVisible();
  await expect(page.getByRole('link', { name: /extension 123/ })).toHaveCount(2);
});

test('expired validation link does not work, and a new one does', async ({ page, stack, problems }) => {
  problems.allow(callFailed('v1/users/validate-email'));
  const person = newPerson();
  await register(stack, person);
  stack.records.ageLinks(person.email);
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, FAILED);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await logIn(page, person.email, person.password);
  await page.getByRole('button', { name: 'Resend validation email' }).click();
  await expect(page.getByText(/^A new validation email has been sent/)).toBeVisible();
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, 'Your email is validated');
});

test('validation link can be tried again when the server was unreachable', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(callFailed('v1/users/validate-email'));
  const person = newPerson();
  await register(stack, person);
  const call = '**/api/v1/users/validate-email';
  await context.route(call, (route) => route.abort());
  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, FAILED);
  await context.unroute(call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await screen(page, 'Your email is validated');
});
