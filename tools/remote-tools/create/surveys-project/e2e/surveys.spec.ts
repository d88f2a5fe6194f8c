import { signIn } from 'e2e-kit';
import { expect, type Page, test } from 'playwright/test';

/** Opens the survey about the admission. Plays the demo's story, one step at a time, until the hospital asks for it. */
async function openAdmissionSurvey(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/app/demo');
    await page.getByRole('button', { name: 'Next step' }).click();
    await page.goto('/profile/1/events');
    // The list has been fetched: there are events, or it says that there are none.
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByRole('link', { name: /How was your admission\?/ }).click({ timeout: 2_000 });
  }).toPass();
}

test('patient answers the admission survey', async ({ page }) => {
  await signIn(page);
  await openAdmissionSurvey(page);
  await page.getByRole('radio', { name: 'Satisfied', exact: true }).check();
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
});
