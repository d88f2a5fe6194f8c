import { expect, type FrameLocator, type Page } from 'playwright/test';
import { ACCOUNTS, PASSWORD } from './api.ts';

/** Waits for the screen with this heading. */
export async function screen(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/**
 * Records the headings of all screens that the page shows from now on. A screen that goes on by itself can be gone
 * before a busy test looks. Returns a function that reads them.
 */
export async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const headings = new Set<string>();
    const record = () => headings.add(document.querySelector('h1')?.textContent ?? '');
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { headings });
  });
  return () => page.evaluate(() => [...(Reflect.get(globalThis, 'headings') as Set<string>)]);
}

/** Waits for the screen with this heading, and for its scripts if the gateway sent a prerendered copy of it. */
export async function runningScreen(page: Page, heading: string | RegExp): Promise<void> {
  await screen(page, heading);
  await expect(page.locator('#root').getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Signs in on the sign-in screen. */
export async function logIn(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.goto('/onboarding/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Goes from "You're all set" past the tutorial offer into the app. */
export async function goIntoTheApp(page: Page): Promise<void> {
  await screen(page, `You're all set, ${ACCOUNTS.patient.firstName}`);
  await page.getByRole('link', { name: 'Continue' }).click();
  await screen(page, 'Would you like a short tutorial?');
  await page.getByRole('button', { name: 'Skip Tutorial' }).click();
  await expect(page).toHaveURL(/\/app$/);
}

/** Number of story steps played before the admission survey's step. */
export const STEPS_TO_ADMISSION_SURVEY = 4;

/** Name of that survey's event. */
export const ADMISSION_SURVEY = /How was your admission\?/;

/** Where a form is rendered: in the page, or in a guest's frame. */
type Place = Pick<Page, 'getByRole'>;

/** The frame that renders a guest's form. */
export const guestFrame = (page: Page): FrameLocator => page.frameLocator('iframe');

/** Presses the admission survey in the list of events. An event that arrives meanwhile moves the list under a press. */
export async function pressAdmissionSurvey(page: Page): Promise<void> {
  const survey = page.getByRole('link', { name: ADMISSION_SURVEY });
  await survey.waitFor();
  await expect(async () => {
    if (await survey.isVisible()) await survey.click();
    await expect(page).not.toHaveURL(/\/events$/, { timeout: 5_000 });
  }).toPass();
}

/** Opens the admission survey from the list of events. */
export async function openAdmissionSurvey(page: Page, form: Place = page): Promise<void> {
  await screen(page, 'My Events');
  await pressAdmissionSurvey(page);
  await screen(page, 'How was your admission?');
  await form.getByRole('button', { name: 'Send feedback' }).waitFor();
}

/** Fills in and sends the open admission survey. */
export async function answerAdmissionSurvey(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  await page.getByLabel(/about triage/).fill('Quick and kind.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
}
