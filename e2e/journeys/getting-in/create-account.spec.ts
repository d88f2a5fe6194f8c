import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, newPerson, numberOf, register } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { logIn, screen } from '../../support/screens.ts';
import { createAccount, detailsOf, field, fillPasswords, goToAgreements, nda, press, STEPS } from './creating.ts';

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
    await page.reload();
    await screen(page, STEPS.details);
    await expect(field(page, 'Email')).toHaveValue('');

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

test('ACCOUNT_DENIED: an unapproved domain is reviewed manually', JOURNEY, async ({ page, stack }) => {
  const person = newPerson('example.com');
  await createAccount(page, person);
  await screen(page, 'We will review your account');
  await expect(
    page.getByText(
      `The email address you provided, ${person.email} is not from an institution we recognize in our database. We will manually review, and send you a confirmation to log in shortly, and continue our journey.`,
    ),
  ).toBeVisible();
  await backToLogin(page);

  await page.goto((await linkFor(stack, person.email, 'validate-email')).url);
  await screen(page, 'Almost there');
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  await logIn(page, person.email, person.password);
  await expect(page.getByRole('alert')).toHaveText(
    'Your account is under review. We will notify you once your account is approved.',
  );
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
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

test(
  'reload keeps details and ticks, and asks again for the password, which is stored nowhere',
  JOURNEY,
  async ({ page }) => {
    const person = newPerson();
    await goToAgreements(page, person);
    await nda(page).check();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toContain(person.email);
    expect(stored).not.toContain(person.password);
    await page.reload();
    await screen(page, STEPS.password);
    await expect(field(page, 'Password')).toHaveValue('');
    await fillPasswords(page, person);
    await expect(nda(page)).toBeChecked();
    await press(page, 'Back');
    await press(page, 'Back');
    for (const [label, value] of Object.entries(detailsOf(person))) {
      await expect(field(page, label)).toHaveValue(value);
    }
  },
);
