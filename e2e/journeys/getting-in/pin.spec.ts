import type { BrowserContext, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { numberOf, type Person, scannedHere } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import type { Stack } from '../../support/stack.ts';
import { press } from './creating.ts';

/** The demo's fallback PIN, which is always accepted (docs/product-rules.md#pin). */
const FALLBACK = '1379';
const DEAD = 'This security code no longer works. Please ask for a new one.';

const input = (page: Page) => page.getByLabel('4-digit code');
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });
const textsTo = (stack: Stack, person: Person) => stack.api.texts(numberOf(person));

/** Returns a code that is neither the one that was sent nor the fallback. */
const wrong = (pin: string) => (pin === '2468' ? '2469' : '2468');

async function openPin(page: Page, context: BrowserContext, stack: Stack) {
  const { person, token } = await scannedHere(context, stack);
  await page.goto('/onboarding/pin-code');
  await screen(page, 'Enter your PIN');
  await expect(page.getByText(/^We sent a 4-digit code by text to/)).toBeVisible();
  const pin = (await stack.api.newestPin(numberOf(person))) ?? '';
  return { person, token, pin };
}

async function enter(page: Page, pin: string): Promise<void> {
  await input(page).fill(pin);
  await submit(page).click();
}

test(
  'PIN is sent once to the user’s own number, shown by its last 4 digits, and leads to patient-complete',
  JOURNEY,
  async ({ page, context, stack }) => {
    const { person, pin } = await openPin(page, context, stack);
    await expect(page.getByText(`We sent a 4-digit code by text to ••••••••${person.phone.slice(-4)}.`)).toBeVisible();
    expect(Number(pin)).toBeGreaterThanOrEqual(1000);
    await page.reload();
    await expect(page.getByText(/^We sent a 4-digit code by text to/)).toBeVisible();
    expect(await textsTo(stack, person)).toHaveLength(1);
    await enter(page, pin);
    await screen(page, "You're all set, Ada");
    await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
  },
);

test('PIN field keeps up to four digits, and Submit is enabled at the fourth', async ({ page, context, stack }) => {
  await openPin(page, context, stack);
  await expect(submit(page)).toBeDisabled();
  await input(page).pressSequentially('1a2-3 ');
  await expect(input(page)).toHaveValue('123');
  await expect(submit(page)).toBeDisabled();
  await input(page).pressSequentially('45');
  await expect(input(page)).toHaveValue('1234');
  await expect(submit(page)).toBeEnabled();
  await expect(input(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(input(page)).toHaveAttribute('inputmode', 'numeric');
});

test(
  'wrong PIN is reported by name, and the right one still works',
  JOURNEY,
  async ({ page, context, stack, problems }) => {
    problems.allow(callFailed('v1/sessions/pin/verify'));
    const { pin } = await openPin(page, context, stack);
    await enter(page, wrong(pin));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Sorry Ada, but that PIN was incorrect. Did you need us to resend it?');
    await expect(alert).toContainText(
      "We're having some trouble confirming your pin. Please try again or try another way...",
    );
    await enter(page, pin);
    await screen(page, "You're all set, Ada");
  },
);

test('five wrong PINs invalidate the code, and a new one works', async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/sessions/pin/verify'));
  const { person, pin } = await openPin(page, context, stack);
  for (let index = 0; index < 5; index += 1) {
    const answer = page.waitForResponse(/pin\/verify$/);
    await enter(page, wrong(pin));
    await answer;
    await expect(page.getByRole('alert')).toContainText('Sorry Ada');
  }
  await enter(page, pin);
  await expect(page.getByRole('alert')).toHaveText(DEAD);
  await press(page, 'Resend security code');
  await expect(page.getByText('We sent a new security code.')).toBeVisible();
  await enter(page, (await stack.api.newestPin(numberOf(person))) ?? '');
  await screen(page, "You're all set, Ada");
});

test('"Resend security code" sends a new code, clears and focuses the field, and invalidates the old code', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(callFailed('v1/sessions/pin/verify'));
  const { person, pin } = await openPin(page, context, stack);
  await input(page).fill('12');
  await press(page, 'Resend security code');
  await expect(page.getByText('We sent a new security code.')).toBeVisible();
  await expect(input(page)).toHaveValue('');
  await expect(input(page)).toBeFocused();
  const [newest = '', ...older] = await textsTo(stack, person);
  expect(older).toHaveLength(1);
  const second = newest.match(/\b\d{4}\b/)?.[0] ?? '';
  if (second !== pin) {
    await enter(page, pin);
    await expect(page.getByRole('alert')).toContainText('Sorry Ada');
  }
  await enter(page, second);
  await screen(page, "You're all set, Ada");
});

test('more than three texts in ten minutes are refused, and the screen shows the waiting time', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(callFailed('v1/sessions/pin'));
  const { person, token } = await openPin(page, context, stack);
  for (let index = 0; index < 2; index += 1) await stack.api.call('POST', 'v1/sessions/pin', { token });
  await press(page, 'Resend security code');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The 4-digit code could not be sent.');
  await expect(alert).toContainText(/We have already sent several text messages\. Please try again in \d+ minutes\./);
  expect(await textsTo(stack, person)).toHaveLength(3);
});

test('demo fallback PIN works, even after the code was invalidated', async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/sessions/pin/verify'));
  const { pin, token } = await openPin(page, context, stack);
  for (let index = 0; index < 5; index += 1) {
    const guess = stack.api.call('POST', 'v1/sessions/pin/verify', { token, body: { pin: wrong(pin) } });
    await expect(guess).rejects.toThrow('PIN_WRONG');
  }
  await enter(page, FALLBACK);
  await screen(page, "You're all set, Ada");
});

test('ten wrong PINs lock the PIN for the day, for the fallback too', async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/sessions/pin/verify'));
  const { pin, token } = await openPin(page, context, stack);
  for (let index = 0; index < 10; index += 1) {
    const guess = stack.api.call('POST', 'v1/sessions/pin/verify', { token, body: { pin: wrong(pin) } });
    await expect(guess).rejects.toThrow(/PIN_(WRONG|DEAD)/);
  }
  await enter(page, FALLBACK);
  await expect(page.getByRole('alert')).toContainText('Too many wrong PINs today.');
});

test('PIN check keeps the digits after a network error', async ({ page, context, stack, problems }) => {
  problems.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const { pin } = await openPin(page, context, stack);
  await context.setOffline(true);
  await enter(page, pin);
  await expect(page.getByRole('alert')).toContainText("We can't reach the server just now.");
  await expect(input(page)).toHaveValue(pin);
  await context.setOffline(false);
  await submit(page).click();
  await screen(page, "You're all set, Ada");
});

test('PIN check leads to the login screen when the session has ended', async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/'));
  const { pin, token } = await openPin(page, context, stack);
  await stack.api.call('DELETE', 'v1/sessions', { token });
  await enter(page, pin);
  await screen(page, 'Please Sign In');
});
