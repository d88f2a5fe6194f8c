import type { BrowserContext, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { numberOf, type Person, scannedHere } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import type { Stack } from '../../support/stack.ts';
import { press } from './creating.ts';

const input = (page: Page) => page.getByLabel('4-digit code');
const textsTo = (stack: Stack, person: Person) => stack.api.texts(numberOf(person));

/** Returns a code that is neither the one that was sent nor the demo's fallback. */
const wrong = (pin: string) => (pin === '2468' ? '2469' : '2468');

async function openPin(page: Page, context: BrowserContext, stack: Stack) {
  const { person } = await scannedHere(context, stack);
  await page.goto('/onboarding/pin-code');
  await screen(page, 'Enter your PIN');
  await expect(page.getByText(/^We sent a 4-digit code by text to/)).toBeVisible();
  const pin = (await stack.api.newestPin(numberOf(person))) ?? '';
  return { person, pin };
}

async function enter(page: Page, pin: string): Promise<void> {
  await input(page).fill(pin);
  await press(page, 'Submit');
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

test(
  'wrong PIN is reported by name, and a new code replaces the one before',
  JOURNEY,
  async ({ page, context, stack, problems }) => {
    problems.allow(callFailed('v1/sessions/pin/verify'));
    const { person, pin } = await openPin(page, context, stack);
    await enter(page, wrong(pin));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Sorry Ada, but that PIN was incorrect. Did you need us to resend it?');
    await expect(alert).toContainText(
      "We're having some trouble confirming your pin. Please try again or try another way...",
    );
    await input(page).fill('12');
    await press(page, 'Resend security code');
    await expect(page.getByText('We sent a new security code.')).toBeVisible();
    await expect(input(page)).toHaveValue('');
    await expect(input(page)).toBeFocused();
    const second = (await stack.api.newestPin(numberOf(person))) ?? '';
    expect(await textsTo(stack, person)).toHaveLength(2);
    if (second !== pin) {
      await enter(page, pin);
      await expect(alert).toContainText('Sorry Ada');
    }
    await enter(page, second);
    await screen(page, "You're all set, Ada");
  },
);
