import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { linkFor, member, sessionOf } from '../../support/people/person.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { fill, logIn, press, screen } from '../../support/screens/screens.ts';

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
