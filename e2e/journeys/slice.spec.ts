import type { Page } from 'playwright/test';
import { ACCOUNTS } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { freshPatient } from '../support/patient.ts';
import { photograph } from '../support/photograph.ts';
import { answerAdmissionSurvey, goIntoTheApp, openAdmissionSurvey, screen } from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';

/** From the entry screen to the code on the wristband, the way a person goes. */
async function scanTheWristband(page: Page): Promise<void> {
  await page.goto('/');
  await screen(page, 'Welcome to Lodestar');
  await page.getByRole('link', { name: 'Get started' }).click();
  await screen(page, 'Your hospital journey, in one place');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'I have a wristband' }).click();
  await screen(page, 'Find the code that looks like this');
  await page.getByRole('link', { name: 'scan my wristband' }).click();
  // The film's camera is allowed already, so it turns on by itself and reads the code within a moment.
  await page.getByText('Scan successful').waitFor();
}

async function enterPin(page: Page, stack: Stack): Promise<void> {
  await screen(page, 'Enter your PIN');
  await expect(page.getByText('We sent a 4-digit code by text to')).toBeVisible();
  const pin = await stack.api.newestPin(ACCOUNTS.patient.phone);
  await page.getByLabel('4-digit code').fill(pin ?? '');
  await page.getByRole('button', { name: 'Submit' }).click();
}

test('a patient gets from a wristband to a delivered survey', async ({ page, stack }) => {
  await freshPatient(stack);
  const before = await stack.receipts();

  await scanTheWristband(page);
  await enterPin(page, stack);
  await goIntoTheApp(page);

  // The story's first events come by themselves, and the survey some seconds later.
  await expect(page.getByRole('link', { name: /Admitted/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Dr\. Amara Osei/ })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Profiles' })
    .getByRole('link', { name: /Jordan Avery/ })
    .click();
  await page.getByRole('link', { name: /How was your admission\?/ }).waitFor({ timeout: 30_000 });
  await openAdmissionSurvey(page);
  await answerAdmissionSurvey(page);
  const arrived = await stack.receipts();
  expect(arrived).toHaveLength(before.length + 1);
  expect(arrived[0]).toMatchObject({ survey: 'admission', hospital: 'Northside General Hospital', retained: false });
});

test('a browser that can read barcodes by itself is not needed', async ({ page, stack }) => {
  await freshPatient(stack);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
  await scanTheWristband(page);
  await screen(page, 'Enter your PIN');
  expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);
});

/** Lets screens that pass by themselves, and animations, last five times as long, so that they can be looked at. */
async function slowDown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: soon, requestAnimationFrame: nextFrame } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, delay = 0) => soon(work, delay < 1_000 ? delay : 5 * delay),
      requestAnimationFrame: (draw: FrameRequestCallback) => nextFrame((time) => draw(time / 5)),
    });
  });
}

test('splash and scan success have no accessibility violation', async ({ page, context, barcode }) => {
  // One look a barcode: both looks are seen in a run.
  const theme = barcode === 'code128' ? 'LIGHT' : 'DARK';
  await keepSession(context, { settings: { theme } });
  await slowDown(page);
  await page.goto('/');
  await screen(page, /^Lodestar$/);
  await photograph(page, 'splash', theme);
  expect(await violations(page)).toEqual([]);
  await screen(page, /^Lodestar$/);

  await page.goto('/onboarding/scan-code');
  await page.getByText('Scan successful').waitFor();
  await photograph(page, 'scan-success', theme);
  expect(await violations(page)).toEqual([]);
  await expect(page.getByText('Scan successful')).toBeVisible();
});
