import { ACCOUNTS } from '../../support/api.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, member, newPerson, register } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { goIntoTheApp, logIn, runningScreen, screen } from '../../support/screens.ts';
import { expectErrors, field, press } from './creating.ts';

const FAILED = 'Authenication Failed, please try again. If the issue persists, please contact us at:';

test('sign-in checks its fields before anything is sent', async ({ page }) => {
  await page.goto('/onboarding/login');
  await press(page, 'Login');
  await expectErrors(page, { Email: 'Email Required', Password: 'Password Required' });
  await field(page, 'Email').fill('nobody');
  await field(page, 'Password').fill('x');
  await press(page, 'Login');
  await expectErrors(page, { Email: 'Invalid Email' });
});

test('sign-in with the email in any case leads to patient-complete and into the app', JOURNEY, async ({ page }) => {
  await logIn(page, ` ${ACCOUNTS.patient.email.toUpperCase()} `);
  await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
  await goIntoTheApp(page);
  await screen(page, /^Good (morning|afternoon|evening), Jordan$/);
});

test(
  'sign-in with an unvalidated email shows a message and sends a new link, which works',
  JOURNEY,
  async ({ page, stack }) => {
    const person = newPerson();
    await register(stack, person);
    const { email } = person;
    await logIn(page, email, person.password);
    await expect(page.getByRole('alert')).toContainText(
      'Your email is not validated. Please check your email and validate your account.',
    );
    await expect(page).toHaveURL(/\/onboarding\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();

    const first = await linkFor(stack, email, 'validate-email');
    await press(page, 'Resend validation email');
    await expect(page.getByText(`A new validation email has been sent to your email address ${email}.`)).toBeVisible();
    const second = await linkFor(stack, email, 'validate-email');
    expect(second.token).not.toBe(first.token);
    await page.goto(second.url);
    await screen(page, 'Your email is validated');
  },
);

test('resend of the validation email reports a network error and can be pressed again', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const person = newPerson();
  await register(stack, person);
  await logIn(page, person.email, person.password);
  const resend = page.getByRole('button', { name: 'Resend validation email' });
  await resend.waitFor();
  await context.setOffline(true);
  await resend.click();
  await expect(page.getByText(/^We can't reach the server just now\./)).toBeVisible();
  await context.setOffline(false);
  await resend.click();
  await expect(page.getByText(/^A new validation email has been sent/)).toBeVisible();
});

test('sign-in to an account under review shows a message and opens no session', async ({ page }) => {
  await logIn(page, ACCOUNTS.review.email);
  await expect(page.getByRole('alert')).toHaveText(
    'Your account is under review. We will notify you once your account is approved.',
  );
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
});

for (const who of ['a wrong password', 'an address without an account'] as const) {
  test(`sign-in with ${who} is refused with the support contacts and keeps the input`, async ({
    page,
    stack,
    problems,
  }) => {
    problems.allow(callFailed('v1/sessions'));
    const { email } = who === 'a wrong password' ? await member(stack) : newPerson();
    await logIn(page, email, 'not-my-password1');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(FAILED);
    await expect(alert.getByRole('link', { name: /support@example\.org/ })).toBeVisible();
    await expect(alert.getByRole('link', { name: /extension 123/ })).toHaveCount(2);
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Password')).toHaveValue('not-my-password1');
  });
}

test('sign-in without a network says so before the message and keeps input', async ({ page, context, problems }) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/onboarding/login');
  await runningScreen(page, 'Please Sign In');
  await field(page, 'Email').fill(ACCOUNTS.second.email);
  await field(page, 'Password').fill('Demo-pass1');
  await context.setOffline(true);
  await press(page, 'Login');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("We can't reach the server just now.");
  await expect(alert).toContainText(FAILED);
  await context.setOffline(false);
  await press(page, 'Login');
  await screen(page, "You're all set, Robin");
});

test('sign-in after too many wrong passwords shows the waiting time', async ({ page, stack, problems }) => {
  problems.allow(callFailed('v1/sessions'));
  const { email, password } = await member(stack);
  const wrong = { body: { username: email, password: 'not-my-password1' } };
  for (let index = 0; index < 5; index += 1) {
    await expect(stack.api.call('POST', 'v1/sessions', wrong)).rejects.toThrow('401');
  }
  await logIn(page, email, password);
  await expect(page.getByRole('alert')).toContainText(
    /For your protection, please wait \d+\ss\. What you entered stays here\./,
  );
});
