import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS } from '../../support/hospital/api.ts';
import { linkFor, newPerson, register } from '../../support/people/person.ts';
import { goIntoTheApp, logIn, press, screen } from '../../support/screens/screens.ts';

test('sign-in with the email in any case leads to patient-complete and into the app', JOURNEY, async ({ page }) => {
  await logIn(page, ` ${ACCOUNTS.patient.email.toUpperCase()} `);
  await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
  await goIntoTheApp(page);
  await screen(page, /^Good (morning|afternoon|evening), Jordan$/);
});

test('sign-in with an unvalidated email offers a new link, which works', JOURNEY, async ({ page, stack }) => {
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
});
