import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { MOVING } from '../../support/movement.ts';
import { breakCamera, giveCamera, holdUp } from '../../support/page-camera.ts';
import { member, wristbandFor } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { recordHeadings, screen } from '../../support/screens.ts';
import { drawSymbol } from '../../support/symbol.ts';
import { expectErrors, field, press } from './creating.ts';

test.use(MOVING);

const WRONG_BARCODE =
  "We're having some trouble confirming your barcode. Please confirm you have entered it correctly. If the problem persists, please contact the provider for further support.";
const WRONG_QR_CODE = "We're having some trouble confirming your QR Code. Please try to re-scan or try another way.";
const AIM = 'Hold the code between the corners';
const HINT = 'Make sure the code is steady and well-lit. Hold your phone 12 inches away and then bring it closer.';

async function expectContacts(page: Page): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('link', { name: /support@example\.org/ })).toBeVisible();
  await expect(alert.getByRole('link', { name: /extension 123/ })).toHaveCount(2);
}

async function byHand(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Enter the code by hand' }).click();
  await screen(page, 'Enter your barcode');
}

test.describe('manual barcode entry', () => {
  test('does not send an empty field', async ({ page }) => {
    await page.goto('/onboarding/enter-barcode');
    await press(page, 'Submit');
    await expectErrors(page, { Barcode: 'Barcode Required' });
  });

  test(
    'reports a wrong code with the contacts and keeps it, and the right one leads to the PIN',
    JOURNEY,
    async ({ page, stack, problems }) => {
      problems.allow(callFailed('v1/sessions/code'));
      const code = wristbandFor(stack, await member(stack));
      await page.goto('/onboarding/enter-barcode');
      await field(page, 'Barcode').fill('ER99999999');
      await press(page, 'Submit');
      await expect(page.getByRole('alert')).toContainText(WRONG_BARCODE);
      await expectContacts(page);
      await expect(field(page, 'Barcode')).toHaveValue('ER99999999');
      // As users type it: lower case, with spaces.
      await field(page, 'Barcode').fill(` ${code.toLowerCase().slice(0, 4)} ${code.slice(4)}`);
      await press(page, 'Submit');
      await screen(page, 'Enter your PIN');
      await expect(page).toHaveURL(/\/onboarding\/pin-code$/);
    },
  );

  test('reports a network error instead of a wrong code', async ({ page, context, stack, problems }) => {
    problems.allow(/net::ERR_INTERNET_DISCONNECTED/);
    await page.goto('/onboarding/enter-barcode');
    await field(page, 'Barcode').fill(wristbandFor(stack, await member(stack)));
    await context.setOffline(true);
    await press(page, 'Submit');
    await expect(page.getByRole('alert')).toContainText("We can't reach the server just now.");
    await expect(page.getByText(WRONG_BARCODE)).toHaveCount(0);
    await context.setOffline(false);
    await press(page, 'Submit');
    await screen(page, 'Enter your PIN');
  });
});

test.describe('camera scan', () => {
  test('is explained before the browser asks for permission', async ({ page }) => {
    await page.goto('/onboarding/scan-code');
    await expect(page.getByText(/Pictures stay on your phone: nothing is recorded or sent\./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on the camera' })).toBeVisible();
    await expect(page.locator('video')).toHaveCount(0);
  });

  test('reports a camera that is not allowed, and offers manual entry', JOURNEY, async ({ page, context }) => {
    await context.grantPermissions([]);
    await page.goto('/onboarding/scan-code');
    await expect(page.getByRole('alert')).toContainText('The camera is not allowed');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await byHand(page);
  });

  for (const [error, said] of [
    ['NotFoundError', 'No camera found'],
    ['NotReadableError', 'The camera did not start'],
  ] as const) {
    test(`reports ${error} as "${said}", and offers manual entry`, async ({ page, context }) => {
      await breakCamera(context, error);
      await page.goto('/onboarding/scan-code');
      await expect(page.getByRole('alert')).toContainText(said);
      await byHand(page);
    });
  }

  test('shows the hint after 8 seconds without success, and not before', async ({ page, context, stopClock }) => {
    await giveCamera(context);
    await page.clock.install();
    await page.goto('/onboarding/scan-code');
    await expect(page.getByText(AIM)).toBeVisible();
    await press(page, 'Back');
    await screen(page, 'Find the code that looks like this');
    // The screen is loaded by now, so it can open while the clock is paused.
    await stopClock();
    await page.getByRole('link', { name: 'scan my wristband' }).click();
    await expect(page.getByText(AIM)).toBeVisible();
    await page.clock.runFor(7_900);
    await expect(page.getByText(AIM)).toBeVisible();
    await page.clock.runFor(100);
    await expect(page.getByText(HINT)).toBeVisible();
  });

  test('reports an unknown code with the contacts, and keeps scanning for the right one', async ({
    page,
    context,
    stack,
    problems,
  }) => {
    problems.allow(callFailed('v1/sessions/code'));
    const code = wristbandFor(stack, await member(stack));
    const headings = await recordHeadings(page);
    await giveCamera(context);
    await page.goto('/onboarding/scan-code');
    await expect(page.getByText(AIM)).toBeVisible();
    await holdUp(page, 'ER99999999');
    await expect(page.getByRole('alert')).toContainText(WRONG_QR_CODE);
    await expectContacts(page);
    await holdUp(page, code);
    await screen(page, 'Enter your PIN');
    expect(await headings()).toContain('Scan successful');
  });

  test('turns the phone’s light on and off', async ({ page, context }) => {
    await giveCamera(context, { hasTorch: true });
    await page.goto('/onboarding/scan-code');
    const isLit = () => page.evaluate(() => globalThis.pretendCamera.isLit);
    await press(page, 'Turn on the light');
    await expect.poll(isLit).toBe(true);
    await press(page, 'Turn off the light');
    await expect.poll(isLit).toBe(false);
  });

  test('has no light button on a phone without a light', async ({ page, context }) => {
    await giveCamera(context);
    await page.goto('/onboarding/scan-code');
    await expect(page.getByText(AIM)).toBeVisible();
    await expect(page.getByRole('button', { name: /light/ })).toHaveCount(0);
  });

  test('closes the camera when the user leaves the screen', async ({ page, context }) => {
    await giveCamera(context);
    await page.goto('/onboarding/scan-code');
    await expect(page.getByText(AIM)).toBeVisible();
    expect(await page.evaluate(() => globalThis.pretendCamera.isOpen())).toBe(true);
    await byHand(page);
    expect(await page.evaluate(() => globalThis.pretendCamera.isOpen())).toBe(false);
  });
});

test.describe('photo scan when the camera is not allowed', () => {
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

  for (const barcode of ['code128', 'qrcode'] as const) {
    test(`reads a ${barcode} and leads to the PIN`, async ({ page, context, stack }) => {
      const code = wristbandFor(stack, await member(stack));
      const headings = await recordHeadings(page);
      await context.grantPermissions([]);
      await page.goto('/onboarding/scan-code');
      await expect(page.getByRole('button', { name: 'Use a photo instead' })).toBeVisible();
      await choose(page, 'wristband.png', await drawSymbol(barcode, code));
      await screen(page, 'Enter your PIN');
      expect(await headings()).toContain('Scan successful');
    });
  }

  test('reports a file without a code, and reads the next one', async ({ page, context, stack }) => {
    const code = wristbandFor(stack, await member(stack));
    await context.grantPermissions([]);
    await page.goto('/onboarding/scan-code');
    const alert = page.getByRole('alert').filter({ hasText: 'No code found in this photo' });
    await choose(page, 'broken.png', Buffer.from('not a picture'));
    await expect(alert).toBeVisible();
    await choose(page, 'screen.png', await page.screenshot());
    await expect(alert).toBeVisible();
    await choose(page, 'wristband.png', await drawSymbol('qrcode', code));
    await screen(page, 'Enter your PIN');
  });
});
