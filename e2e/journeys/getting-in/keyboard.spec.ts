import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS, PASSWORD } from '../../support/hospital/api.ts';
import { detailsOf } from '../../support/people/account.ts';
import { newPerson } from '../../support/people/person.ts';
import { activate, typeInto } from '../../support/phone/keyboard.ts';
import { PagePhone } from '../../support/phone/page-phone.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { field, screen } from '../../support/screens/screens.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Expects a screen and the focus on its heading. */
async function arrive(page: Page, heading: string): Promise<void> {
  await screen(page, heading);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}

/** Expects the focus on the error summary, and follows its first link to the field. */
async function followFirstError(page: Page, message: string, label: string): Promise<void> {
  await expect(page.getByRole('alert')).toBeFocused();
  await activate(page, link(page, message));
  await expect(field(page, label)).toBeFocused();
}

test.beforeEach(async ({ context }) => {
  // Reports every use of a pointer as an error, even by a test helper.
  await context.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('A pointer was used'), true);
  });
});

test('an account can be created with the keyboard alone', async ({ page }) => {
  test.slow();
  const person = newPerson();
  const nda = page.getByRole('checkbox', { name: /Non-Disclosure Agreement/ });
  await page.goto('/onboarding/login');
  await arrive(page, 'Please Sign In');
  await activate(page, link(page, 'Create Account'));
  await arrive(page, 'Your wristband signs you in');
  await activate(page, link(page, 'Next'));

  await arrive(page, 'Create Account');
  await activate(page, button(page, 'Next'));
  await followFirstError(page, 'First Name Required', 'First Name');
  await page.keyboard.type(person.firstName);
  for (const [label, value] of Object.entries(detailsOf(new PagePhone(page), person)).slice(1, 4)) {
    await typeInto(page, field(page, label), value);
  }
  const country = page.getByRole('combobox', { name: 'Country' });
  await typeInto(page, country, 'canad');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue('Canada (CA) +1');
  await typeInto(page, field(page, 'Phone Number'), person.phone);
  await page.keyboard.press('Enter');

  await arrive(page, 'Set your password');
  await page.keyboard.press('Tab');
  await activate(page, button(page, 'Next'));
  await followFirstError(page, 'Password Required', 'Password');
  await page.keyboard.type(person.password);
  await activate(page, button(page, 'Show password').first(), 'Space');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await typeInto(page, field(page, 'Confirm Password'), person.password);
  await page.keyboard.press('Enter');

  await arrive(page, 'Please read and agree');
  await activate(page, button(page, 'Done'));
  await expect(page.getByRole('alert')).toHaveText('Please agree to the NDA and Privacy Policy');
  await expect(nda).toBeFocused();
  await page.keyboard.press('Space');
  await activate(page, link(page, 'Read the NDA'));
  await arrive(page, 'Non-Disclosure Agreement');
  await activate(page, button(page, 'Back'));
  await arrive(page, 'Please read and agree');
  await expect(nda).toBeChecked();
  await activate(page, page.getByRole('checkbox', { name: /Privacy Policy and the Terms/ }), 'Space');
  await activate(page, button(page, 'Done'), 'Space');

  await arrive(page, 'Your account is created');
  await activate(page, button(page, 'Back to Login'));
  await arrive(page, 'Please Sign In');
});

test('sign-in works by keyboard alone, after an empty and a wrong attempt', JOURNEY, async ({ page, problems }) => {
  problems.allow(callFailed('v1/sessions'));
  await page.goto('/onboarding/login');
  await arrive(page, 'Please Sign In');
  await activate(page, button(page, 'Login'));
  await followFirstError(page, 'Email Required', 'Email');
  await page.keyboard.type(ACCOUNTS.second.email);
  await typeInto(page, field(page, 'Password'), 'not-my-password1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Authenication Failed');
  await expect(field(page, 'Password')).toBeFocused();

  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await activate(page, button(page, 'Show password'), 'Space');
  await expect(field(page, 'Password')).toHaveValue(PASSWORD);
  await activate(page, button(page, 'Login'));
  await arrive(page, "You're all set, Robin");
});
