import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, member, newPerson, numberOf, sessionOf } from '../../support/people/person.ts';
import { staffSession } from '../../support/people/staff.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { field, fill, logIn, press, screen } from '../../support/screens/screens.ts';

const NEW_PASSWORD = 'Newer-pass2';

test('password reset replaces the password once, and ends sessions', JOURNEY, async ({ page, stack, problems }) => {
  problems.allow(callFailed('v1/sessions'), callFailed('v1/users/reset-app-password'));
  const person = await member(stack);
  const before = await sessionOf(stack, person);
  await page.goto('/onboarding/forgot-password');
  await fill(page, { Email: person.email.toUpperCase() });
  await press(page, 'Submit');
  await screen(page, 'Check your email');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await screen(page, 'Please Sign In');

  const { url } = await linkFor(stack, person.email, 'reset-password');
  const setPassword = async () => {
    await page.goto(url);
    await screen(page, 'Set a new password');
    await fill(page, { Password: NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
    await press(page, 'Submit');
  };
  await setPassword();
  await screen(page, 'Your password have been reset');
  await expect(stack.api.call('GET', 'v1/users/me', { token: before })).rejects.toThrow('401');
  await setPassword();
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await screen(page, 'Forgot Password?');

  await logIn(page, person.email, person.password);
  await expect(page.getByRole('alert')).toContainText('Authenication Failed');
  await logIn(page, person.email, NEW_PASSWORD);
  await screen(page, "You're all set, Ada");
});

test(
  'a first password needs wristband and PIN, which lead back to the link',
  JOURNEY,
  async ({ page, stack, problems }) => {
    problems.allow(callFailed('v1/users/reset-app-password'));
    // The new password has ended the session that the page signs out of.
    problems.allow(callFailed('v1/sessions'));
    const { api } = stack;
    const person = newPerson();
    const { email, firstName, lastName } = person;
    const phone = numberOf(person);
    const token = await staffSession(api);
    const made = await api.call('POST', 'v1/desk/patients', { token, body: { firstName, lastName, phone, email } });
    const band = await api.call('POST', `v1/desk/patients/${(made as { id: string }).id}/wristband`, { token });
    await api.call('POST', 'v1/users/forgot-password', { body: { email } });
    await page.goto((await linkFor(stack, email, 'reset-password')).url);
    const setPassword = async () => {
      await screen(page, 'Set a new password');
      await fill(page, { Password: NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
      await press(page, 'Submit');
    };
    await setPassword();

    await screen(page, 'First, your wristband');
    await page.getByRole('link', { name: 'I have a wristband' }).click();
    await screen(page, 'Find the code that looks like this');
    await page.goto('/onboarding/enter-barcode');
    await field(page, 'Barcode').fill((band as { code: string }).code);
    await press(page, 'Submit');
    await screen(page, 'Enter your PIN');
    await expect(page.getByText(/^We sent a 4-digit code by text to/)).toBeVisible();
    await page.getByLabel('4-digit code').fill((await api.newestPin(phone)) ?? '');
    await press(page, 'Submit');
    await expect(page).toHaveURL(/\/onboarding\/nda$/);
    await page.getByRole('checkbox').first().waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await press(page, 'Next');
    await page.getByRole('link', { name: 'Continue' }).click();

    await expect(page.getByText(`Is ${email} your email address?`)).toBeVisible();
    await setPassword();
    await screen(page, 'Your password have been reset');
    await logIn(page, email, NEW_PASSWORD);
    await screen(page, "You're all set, Ada");
  },
);
