import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { PASSWORD } from '../hospital/api.ts';
import * as patient from '../people/patient-steps.ts';
import { PagePhone } from '../phone/page-phone.ts';

/** Waits for the screen with this heading. */
export async function screen(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: timeOuts.condition });
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

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export const logIn = (page: Page, email: string, password: string = PASSWORD) =>
  patient.logIn(new PagePhone(page), { email, password });

export async function goIntoTheApp(page: Page): Promise<void> {
  await patient.goIntoTheApp(new PagePhone(page));
  await expect(page).toHaveURL(/\/app$/);
}

/** Number of story steps played before the admission survey's step. */
export const STEPS_TO_ADMISSION_SURVEY = 4;

export const ADMISSION_SURVEY = /How was your admission\?/;

/** Where a form is rendered: in the page, or in a guest's frame. */
type Place = Pick<Page, 'getByRole'>;

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

/** Sends the open admission survey, with a comment if the form has a field for it. */
export async function answerAdmissionSurvey(page: Page, form: Place & Pick<Page, 'getByLabel'> = page): Promise<void> {
  await form.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  if (form === page) await page.getByLabel(/about triage/).fill('Quick and kind.');
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
}
