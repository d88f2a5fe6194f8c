import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, newPerson, numberOf, register } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { logIn, screen } from '../../support/screens.ts';
import { createAccount, detailsOf, field, fillDetails, fillPasswords, nda, press, STEPS, terms } from './creating.ts';

const REGISTER = '**/api/v1/users/register';

async function backToLogin(page: Page): Promise<void> {
  await press(page, 'Back to Login');
  await screen(page, 'Please Sign In');
  await expect(page).toHaveURL(/\/onboarding\/login$/);
  expect(await page.evaluate(() => sessionStorage.getItem('create-account'))).toBeNull();
}

test(
  'ACCOUNT_CREATED: the validation email of an approved domain signs in and leads to patient-complete',
  JOURNEY,
  async ({ page, stack }) => {
    const person = newPerson('example.org');
    await createAccount(page, person);
    await screen(page, 'Your account is created');
    await expect(page.getByText(`We have sent an email to ${person.email}.`, { exact: false })).toBeVisible();

    const { url } = await linkFor(stack, person.email, 'validate-email');
    await page.goto(url);
    await screen(page, 'Your email is validated');
    await page.getByRole('link', { name: 'lets get started' }).click();
    await screen(page, "You're all set, Ada");
    await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
    const token = (await page.evaluate(() => localStorage.getItem('access-token'))) ?? '';
    expect(await stack.api.call('GET', 'v1/users/me', { token })).toMatchObject({
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      organization: person.organization,
      phoneNumber: numberOf(person),
      emailValidated: true,
      hospitalStatusId: 1,
    });
  },
);

for (const [country, dial, phone] of [
  ['Germany', '49', '1701234567'],
  ['Japan', '81', '9012345678'],
  ['Brazil', '55', '1131234567'],
] as const) {
  test(`ACCOUNT_CREATED: a phone number of ${country} completes the registration`, async ({ page, stack }) => {
    const person = { ...newPerson(), phone };
    await page.goto('/onboarding/create-account');
    await screen(page, STEPS.details);
    await page.getByRole('combobox', { name: 'Country' }).fill(country);
    await page.getByRole('option', { name: `${country} (` }).click();
    await fillDetails(page, person);
    await fillPasswords(page, person);
    await nda(page).check();
    await terms(page).check();
    await press(page, 'Done');
    await screen(page, 'Your account is created');
    const { url } = await linkFor(stack, person.email, 'validate-email');
    await page.goto(url);
    await screen(page, 'Your email is validated');
    await page.getByRole('link', { name: 'lets get started' }).click();
    await screen(page, "You're all set, Ada");
    const token = (await page.evaluate(() => localStorage.getItem('access-token'))) ?? '';
    expect(await stack.api.call('GET', 'v1/users/me', { token })).toMatchObject({ phoneNumber: `+${dial}${phone}` });
  });
}

test('ACCOUNT_CREATED: Back to Login opens the login screen', async ({ page }) => {
  await createAccount(page, newPerson());
  await screen(page, 'Your account is created');
  await backToLogin(page);
});

test('ACCOUNT_DENIED: an unapproved domain is reviewed manually', JOURNEY, async ({ page, problems }) => {
  const person = newPerson('example.com');
  await createAccount(page, person);
  await screen(page, 'We will review your account');
  await expect(
    page.getByText(
      `The email address you provided, ${person.email} is not from an institution we recognize in our database. We will manually review, and send you a confirmation to log in shortly, and continue our journey.`,
    ),
  ).toBeVisible();
  await backToLogin(page);

  problems.allow(callFailed('v1/sessions'));
  await logIn(page, person.email, person.password);
  await expect(page.getByRole('alert')).toContainText('Your email is not validated.');
});

test(
  'ACCOUNT_ALREADY_EXISTS: another email can be tried without typing the rest again',
  JOURNEY,
  async ({ page, stack, problems }) => {
    problems.allow(callFailed('v1/users/register'));
    const known = newPerson();
    await register(stack, known);
    // Upper case, because some phones capitalize what is typed.
    const typed = { ...newPerson(), email: known.email.toUpperCase() };
    await createAccount(page, typed);
    await screen(page, 'This email is taken');
    await expect(
      page.getByText(`The email address ${typed.email} is already in use. Please try another email address.`),
    ).toBeVisible();

    const other = newPerson();
    await press(page, 'Try another email address');
    await screen(page, STEPS.details);
    await expect(field(page, 'Phone Number')).toHaveValue(typed.phone);
    await field(page, 'Email').fill(other.email);
    await press(page, 'Next');
    await screen(page, STEPS.agreements);
    await press(page, 'Done');
    await screen(page, 'Your account is created');
    await expect(linkFor(stack, other.email, 'validate-email')).resolves.toBeDefined();
  },
);

test('ACCOUNT_ALREADY_EXISTS: Back to Login opens the login screen', async ({ page, stack, problems }) => {
  problems.allow(callFailed('v1/users/register'));
  const known = newPerson();
  await register(stack, known);
  await createAccount(page, known);
  await screen(page, 'This email is taken');
  await backToLogin(page);
});

test('reload after a decision starts over with an empty form', async ({ page }) => {
  await createAccount(page, newPerson());
  await screen(page, 'Your account is created');
  await page.reload();
  await screen(page, STEPS.details);
  await expect(field(page, 'Email')).toHaveValue('');
});

for (const [fault, breakIt, sentence, line] of [
  ['no network', 'offline', /^We can't reach the server just now\./, /net::ERR_INTERNET_DISCONNECTED/],
  ['a broken server', 500, 'Something went wrong', callFailed('v1/users/register')],
  ['a server that is being replaced', 503, 'Something went wrong', callFailed('v1/users/register')],
] as const) {
  test(`${fault} keeps the form and shows a message; the next try succeeds`, async ({ page, context, problems }) => {
    problems.allow(line);
    const person = newPerson();
    if (breakIt !== 'offline') await context.route(REGISTER, (route) => route.fulfill({ status: breakIt, body: '' }));
    await page.goto('/onboarding/create-account');
    for (const [label, value] of Object.entries(detailsOf(person))) await field(page, label).fill(value);
    await press(page, 'Next');
    await field(page, 'Password').fill(person.password);
    await field(page, 'Confirm Password').fill(person.password);
    await press(page, 'Next');
    await nda(page).check();
    await terms(page).check();
    if (breakIt === 'offline') await context.setOffline(true);
    await press(page, 'Done');
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await screen(page, STEPS.agreements);
    await expect(nda(page)).toBeChecked();

    if (breakIt === 'offline') await context.setOffline(false);
    else await context.unroute(REGISTER);
    await press(page, 'Done');
    await screen(page, 'Your account is created');
  });
}
