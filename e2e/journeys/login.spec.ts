import { ACCOUNTS } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { goIntoTheApp, logIn, screen } from '../support/screens.ts';

/** Browsers write a refused call to the console themselves. */
const REFUSED = /status of 40[013].*\/api\/v1\/sessions/;

test('e-mail and password lead into the app', async ({ page }) => {
  await logIn(page, ACCOUNTS.patient.email);
  await goIntoTheApp(page);
  await screen(page, /^Good (morning|afternoon|evening), Jordan$/);
});

test('an e-mail that was never validated is said to be so, and can be sent again', async ({ page, stack }) => {
  const { email } = ACCOUNTS.unvalidated;
  await logIn(page, email);
  await expect(page.getByRole('alert')).toContainText(
    'Your email is not validated. Please check your email and validate your account.',
  );
  await page.getByRole('button', { name: 'Resend validation email' }).click();
  await expect(page.getByText(`A new validation email has been sent to your email address ${email}.`)).toBeVisible();
  expect(await stack.api.mails(email)).toHaveLength(1);
  await expect(page).toHaveURL(/\/onboarding\/login$/);
});

test('an account under review is told to wait', async ({ page }) => {
  await logIn(page, ACCOUNTS.review.email);
  await expect(page.getByRole('alert')).toContainText(
    'Your account is under review. We will notify you once your account is approved.',
  );
});

test('a wrong password is refused with the support contacts, and what was typed stays', async ({ page, problems }) => {
  problems.allow(REFUSED);
  await logIn(page, ACCOUNTS.second.email, 'not-my-password1');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(
    'Authenication Failed, please try again. If the issue persists, please contact us at:',
  );
  await expect(alert.getByRole('link', { name: /@/ })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(ACCOUNTS.second.email);
});
