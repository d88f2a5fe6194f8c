import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { numberOf, scannedHere } from '../../support/people/person.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { press, screen } from '../../support/screens/screens.ts';

test('PIN is sent once, and a new one replaces it', JOURNEY, async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/sessions/pin/verify'));
  const { person } = await scannedHere(context, stack);
  const number = numberOf(person);
  const input = page.getByLabel('4-digit code');
  const alert = page.getByRole('alert');
  const enter = async (pin: string) => {
    await input.fill(pin);
    await press(page, 'Submit');
  };
  const sent = page.getByText(`We sent a 4-digit code by text to ••••••••${person.phone.slice(-4)}.`);
  await page.goto('/onboarding/pin-code');
  await screen(page, 'Enter your PIN');
  await expect(sent).toBeVisible();
  const first = (await stack.api.newestPin(number)) ?? '';
  expect(Number(first)).toBeGreaterThanOrEqual(1000);
  await page.reload();
  await expect(sent).toBeVisible();
  expect(await stack.api.texts(number)).toHaveLength(1);

  // Neither the code that was sent nor the demo's fallback.
  await enter(first === '2468' ? '2469' : '2468');
  await expect(alert).toContainText('Sorry Ada, but that PIN was incorrect. Did you need us to resend it?');
  await expect(alert).toContainText(
    "We're having some trouble confirming your pin. Please try again or try another way...",
  );
  await input.fill('12');
  await press(page, 'Resend security code');
  await expect(page.getByText('We sent a new security code.')).toBeVisible();
  await expect(input).toHaveValue('');
  await expect(input).toBeFocused();
  const second = (await stack.api.newestPin(number)) ?? '';
  expect(await stack.api.texts(number)).toHaveLength(2);
  if (second !== first) {
    await enter(first);
    await expect(alert).toContainText('Sorry Ada');
  }
  await enter(second);
  await screen(page, "You're all set, Ada");
  await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
});
