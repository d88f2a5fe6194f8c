import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { newPerson, numberOf, scannedHere } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { expectErrors, field, press } from './creating.ts';

const WRONG_EMAIL =
  "We're having some trouble confirming your email address. Please confirm you have entered it correctly.";
const FORMAT = 'Please enter your full phone number. The phone number must be formatted like this... +000 999-999-9999';
const TROUBLE = "We're having some trouble updating your phone number. Please confirm you have entered it correctly...";

/** Returns a number in the format of the message. */
const formatted = (phone: string) => `+1 ${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;

async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.goto('/onboarding/enter-email');
  await field(page, 'Email').fill(email);
  await press(page, 'Submit');
  await screen(page, 'Enter your new mobile number');
}

/** Expects a message with the support contacts. */
async function expectTrouble(page: Page, words: string): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(words);
  await expect(alert.getByRole('link', { name: /support@example\.org/ })).toBeVisible();
  await expect(alert.getByRole('link', { name: /extension 123/ })).toHaveCount(2);
}

async function askFor(page: Page, number: string): Promise<void> {
  await field(page, 'Mobile number').fill(number);
  await press(page, 'Submit');
}

test(
  'new mobile number gets the code after the email step, and the old code stops working',
  JOURNEY,
  async ({ page, context, stack, problems }) => {
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
    await askFor(page, `+1${next.phone}`);
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
  },
);

test('email step requires an email, and refuses any but the user’s own with the contacts', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(callFailed('v1/sessions/email'));
  await scannedHere(context, stack);
  await page.goto('/onboarding/enter-email');
  await press(page, 'Submit');
  await expectErrors(page, { Email: 'Email Required' });
  await field(page, 'Email').fill('somebody.else@example.org');
  await press(page, 'Submit');
  await expectTrouble(page, WRONG_EMAIL);
  await expect(field(page, 'Email')).toHaveValue('somebody.else@example.org');
  await expect(page).toHaveURL(/\/onboarding\/enter-email$/);
});

test('number in another format is rejected with the required format', async ({ page, context, stack }) => {
  const { person } = await scannedHere(context, stack);
  await confirmEmail(page, person.email);
  for (const number of ['', '4165550199', '+1 416-555-019', '+1 416-555-01999', '+1234 416-555-0199']) {
    await askFor(page, number);
    await expectErrors(page, { 'Mobile number': FORMAT });
  }
});

for (const [why, answer] of [
  ['the server refuses it', { status: 400, json: { error: { code: 'VALIDATION', message: 'No.' } } }],
  [
    'another number comes back',
    {
      status: 200,
      json: { scope: 'narrow', firstName: 'Ada', maskedPhone: '••••0100', statusId: 1, phoneNumber: '+1' },
    },
  ],
] as const) {
  test(`failure message appears with the contacts and the number is kept when ${why}`, async ({
    page,
    context,
    stack,
    problems,
  }) => {
    problems.allow(callFailed('v1/users/me'));
    const { person } = await scannedHere(context, stack);
    await confirmEmail(page, person.email);
    await context.route('**/api/v1/users/me', (route) => route.fulfill(answer));
    await askFor(page, '+1 416-555-0199');
    await expectTrouble(page, TROUBLE);
    await expect(field(page, 'Mobile number')).toHaveValue('+1 416-555-0199');
  });
}

test('server changes no number without the email step, and the screen leads to it', async ({
  page,
  context,
  stack,
  problems,
}) => {
  problems.allow(callFailed('v1/users/me'));
  const { person, token } = await scannedHere(context, stack);
  await page.goto('/onboarding/enter-new-mobile');
  await askFor(page, '+1 416-555-0199');
  await screen(page, 'Confirm your email');
  expect(await stack.api.call('GET', 'v1/users/me', { token })).toMatchObject({
    maskedPhone: expect.stringContaining(person.phone.slice(-4)),
  });
});
