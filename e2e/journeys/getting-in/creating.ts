import type { Locator, Page } from 'playwright/test';
import type { Person } from '../../support/people.ts';
import { screen } from '../../support/screens.ts';

/** Headings of the three steps of creating an account. */
export const STEPS = { details: 'Create Account', password: 'Set your password', agreements: 'Please read and agree' };

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const nda = (page: Page) => page.getByRole('checkbox', { name: /Non-Disclosure Agreement/ });
export const terms = (page: Page) => page.getByRole('checkbox', { name: /Privacy Policy and the Terms/ });

/** Returns a person's values for the first step, by label. */
export function detailsOf({ firstName, lastName, email, organization, phone }: Person): Record<string, string> {
  return {
    'First Name': firstName,
    'Last Name': lastName,
    Email: email,
    'Organization Name': organization,
    'Phone Number': phone,
  };
}

export async function fillDetails(page: Page, person: Person): Promise<void> {
  for (const [label, value] of Object.entries(detailsOf(person))) await field(page, label).fill(value);
  await press(page, 'Next');
  await screen(page, STEPS.password);
}

export async function fillPasswords(page: Page, { password }: Person): Promise<void> {
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await press(page, 'Next');
  await screen(page, STEPS.agreements);
}

/** Completes the steps before the agreements; no box is ticked. */
export async function goToAgreements(page: Page, person: Person): Promise<void> {
  await page.goto('/onboarding/create-account');
  await screen(page, STEPS.details);
  await fillDetails(page, person);
  await fillPasswords(page, person);
}

/** Completes all three steps. */
export async function createAccount(page: Page, person: Person): Promise<void> {
  await goToAgreements(page, person);
  await nda(page).check();
  await terms(page).check();
  await press(page, 'Done');
}
