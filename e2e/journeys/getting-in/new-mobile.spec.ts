import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { newPerson, numberOf, scannedHere } from '../../support/people/person.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { field, press, screen } from '../../support/screens/screens.ts';

/** Returns a number in the format of the message. */
const formatted = (phone: string) => `+1 ${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;

test('new mobile number gets the code', JOURNEY, async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/sessions/pin/verify'));
  const { person, token } = await scannedHere(context, stack);
  const next = newPerson();
  await page.goto('/onboarding/pin-code');
  await expect(page.getByText(/^We sent a 4-digit code by text to/)).toBeVisible();
  const oldPin = (await stack.api.newestPin(numberOf(person))) ?? '';
  await page.getByRole('link', { name: 'Use a new mobile number' }).click();
  await field(page, 'Email').fill(person.email.toUpperCase());
  await press(page, 'Submit');

  await screen(page, 'Enter your new mobile number');
  await field(page, 'Mobile number').fill(`+1${next.phone}`);
  await press(page, 'Submit');
  await screen(page, 'Enter your PIN');
  await expect(page).toHaveURL(/\/onboarding\/pin-code$/);
  await expect(
    page.getByText(new RegExp(`^We sent a 4-digit code by text to .*${next.phone.slice(-4)}\\.$`)),
  ).toBeVisible();
  // The old number is notified of the change, and gets no further code.
  const [told, ...before] = await stack.api.texts(numberOf(person));
  expect(told).toContain('was just changed');
  expect(before).toEqual([expect.stringContaining(oldPin)]);
  const newPin = (await stack.api.newestPin(numberOf(next))) ?? '';
  if (oldPin !== newPin) {
    await page.getByLabel('4-digit code').fill(oldPin);
    await press(page, 'Submit');
    await expect(page.getByRole('alert')).toContainText('Sorry Ada');
  }
  await page.getByLabel('4-digit code').fill(newPin);
  await press(page, 'Submit');
  await screen(page, "You're all set, Ada");
  expect(await stack.api.call('GET', 'v1/users/me', { token })).toMatchObject({ phoneNumber: formatted(next.phone) });
  expect((await stack.api.mails(person.email))[0]).toContain('was just changed');
});
