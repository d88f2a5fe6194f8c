import type { Page } from 'playwright/test';
import { ACCOUNTS } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { freshPatient } from '../support/patient.ts';
import { photograph } from '../support/photograph.ts';
import {
  answerAdmissionSurvey,
  goIntoTheApp,
  openAdmissionSurvey,
  recordHeadings,
  screen,
} from '../support/screens.ts';
import { keepSession } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';

/** Goes from the entry screen to the wristband code, as a user would. */
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
  await freshPatient(stack);
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

/**
 * Pauses the page's timers and its animation clock while one of these headings is shown, so that a screen that advances
 * automatically can be examined. Delays below 10 ms, which the examination itself uses, still run.
 */
async function standStillAt(page: Page, headings: string[]): Promise<void> {
  await page.addInitScript((held) => {
    const { setTimeout: soon } = globalThis;
    const isHeld = () => held.includes(document.querySelector('h1')?.textContent ?? '');
    const workOnceFree = (work: () => void) => {
      if (isHeld()) soon(workOnceFree, 100, work);
      else work();
    };
    const { requestAnimationFrame: nextFrame } = globalThis;
    let heldAt: number | undefined;
    const timeOf = (now: number) => {
      heldAt = isHeld() ? (heldAt ?? now) : undefined;
      return heldAt ?? now;
    };
    Object.assign(globalThis, {
      setTimeout: (work: () => void, delay = 0) => (delay < 10 ? soon(work, delay) : soon(workOnceFree, delay, work)),
      requestAnimationFrame: (draw: (now: number) => void) => nextFrame((now) => draw(timeOf(now))),
    });
  }, headings);
}

test('splash and scan success have no accessibility violation', async ({ page, context, barcode }) => {
  // One theme per barcode, so that a run covers both themes.
  const theme = barcode === 'code128' ? 'LIGHT' : 'DARK';
  await keepSession(context, { settings: { theme } });
  await standStillAt(page, ['Lodestar', 'Scan successful']);
  await page.goto('/');
  await screen(page, /^Lodestar$/);
  await photograph(page, { group: 'wristband', name: 'splash', as: theme.toLowerCase() });
  expect(await violations(page)).toEqual([]);
  await screen(page, /^Lodestar$/);

  await page.goto('/onboarding/scan-code');
  await page.getByText('Scan successful').waitFor();
  await photograph(page, { group: 'wristband', name: 'scan-success', as: theme.toLowerCase() });
  expect(await violations(page)).toEqual([]);
  await expect(page.getByText('Scan successful')).toBeVisible();
});
