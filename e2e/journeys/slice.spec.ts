import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { ACCOUNTS } from '../support/hospital/api.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { signInPatient } from '../support/people/person.ts';
import {
  answerAdmissionSurvey,
  goIntoTheApp,
  openAdmissionSurvey,
  recordHeadings,
  screen,
} from '../support/screens/screens.ts';

async function scanTheWristband(page: Page): Promise<void> {
  const headings = await recordHeadings(page);
  await page.goto('/');
  await screen(page, 'Welcome to Lodestar');
  await page.getByRole('link', { name: 'Get started' }).click();
  await screen(page, 'Your hospital journey, in one place');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'I have a wristband' }).click();
  await screen(page, 'Find the code that looks like this');
  await page.getByRole('link', { name: 'scan my wristband' }).click();
  // The simulated camera is already allowed, so it starts automatically and reads the code within a moment.
  await screen(page, 'Enter your PIN');
  expect(await headings()).toContain('Scan successful');
}

async function enterPin(page: Page, stack: Stack): Promise<void> {
  await expect(page.getByText('We sent a 4-digit code by text to')).toBeVisible();
  const pin = await stack.api.newestPin(ACCOUNTS.patient.phone);
  await page.getByLabel('4-digit code').fill(pin ?? '');
  await page.getByRole('button', { name: 'Submit' }).click();
}

test('patient signs in with a wristband and delivers a survey', JOURNEY, async ({ page, stack }) => {
  await signInPatient(stack.api, 0);
  // The scanner works without a browser's own barcode reader, and doesn't use one: this one reads another code.
  await page.addInitScript(() => {
    const Detector = class {
      static getSupportedFormats = async () => ['code_128', 'qr_code'];
      detect = async () => [{ rawValue: 'ER99999999' }];
    };
    Object.assign(globalThis, { BarcodeDetector: Detector });
  });
  const before = await stack.receipts();

  await scanTheWristband(page);
  await enterPin(page, stack);
  await goIntoTheApp(page);

  // The story's first events arrive automatically, and the survey some seconds later.
  await expect(page.getByRole('link', { name: /Admitted/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Dr\. Amara Osei/ })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Profiles' })
    .getByRole('link', { name: /Jordan Avery/ })
    .click();
  await page.getByRole('link', { name: /How was your admission\?/ }).waitFor();
  await openAdmissionSurvey(page);
  await answerAdmissionSurvey(page);
  const arrived = await stack.receipts();
  expect(arrived).toHaveLength(before.length + 1);
  expect(arrived[0]).toMatchObject({ survey: 'admission', hospital: 'Northside General Hospital', retained: false });
});
