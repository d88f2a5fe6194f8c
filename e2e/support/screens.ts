import { expect, type Page } from 'playwright/test';

/** Waits for the screen with this heading. */
export async function screen(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Fills in the admission survey that is on the page and sends it. */
export async function answerAdmissionSurvey(page: Page): Promise<void> {
  const triage = page.getByRole('group', { name: /How satisfied were you with triage/ });
  await triage.getByText('Satisfied', { exact: true }).click();
  await page.getByLabel(/Anything to add about triage/).fill('Quick and kind.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
}
