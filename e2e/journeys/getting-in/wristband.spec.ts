import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { member, wristbandFor } from '../../support/people/person.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { giveCamera, holdUp } from '../../support/phone/page-camera.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { drawSymbol } from '../../support/phone/symbol.ts';
import { field, press, recordHeadings, screen } from '../../support/screens/screens.ts';

test.use(MOVING);

const WRONG_BARCODE =
  "We're having some trouble confirming your barcode. Please confirm you have entered it correctly. If the problem persists, please contact the provider for further support.";
const WRONG_QR_CODE = "We're having some trouble confirming your QR Code. Please try to re-scan or try another way.";
const AIM = 'Hold the code between the corners';

async function expectContacts(page: Page): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('link', { name: /support@example\.org/ })).toBeVisible();
  await expect(alert.getByRole('link', { name: /extension 123/ })).toHaveCount(2);
}

test('barcode can be entered by hand, also after a wrong one', JOURNEY, async ({ page, stack, problems }) => {
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
});

test('photo of the wristband replaces a camera that is not allowed', JOURNEY, async ({ page, context, stack }) => {
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  const code = wristbandFor(stack, await member(stack));
  const headings = await recordHeadings(page);
  await context.grantPermissions([]);
  await page.goto('/onboarding/scan-code');
  await expect(page.getByRole('alert')).toContainText('The camera is not allowed');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a photo instead' })).toBeVisible();
  const unread = page.getByRole('alert').filter({ hasText: 'No code found in this photo' });
  await choose('broken.png', Buffer.from('not a picture'));
  await expect(unread).toBeVisible();
  await choose('screen.png', await page.screenshot());
  await expect(unread).toBeVisible();
  await choose('wristband.png', await drawSymbol('code128', code));
  await screen(page, 'Enter your PIN');
  expect(await headings()).toContain('Scan successful');
});

test('camera scan goes on after an unknown code, and ends when left', async ({ page, context, stack, problems }) => {
  problems.allow(callFailed('v1/sessions/code'));
  const code = wristbandFor(stack, await member(stack));
  const headings = await recordHeadings(page);
  const isLit = () => page.evaluate(() => globalThis.pretendCamera.isLit);
  const isOpen = () => page.evaluate(() => globalThis.pretendCamera.isOpen());
  await giveCamera(context, { hasTorch: true });
  await page.goto('/onboarding/scan-code');
  await expect(page.getByText(AIM)).toBeVisible();
  await press(page, 'Turn on the light');
  await expect.poll(isLit).toBe(true);
  await press(page, 'Turn off the light');
  await expect.poll(isLit).toBe(false);

  expect(await isOpen()).toBe(true);
  await page.getByRole('link', { name: 'Enter the code by hand' }).click();
  await screen(page, 'Enter your barcode');
  expect(await isOpen()).toBe(false);
  await page.goBack();

  await expect(page.getByText(AIM)).toBeVisible();
  await holdUp(page, 'ER99999999');
  await expect(page.getByRole('alert')).toContainText(WRONG_QR_CODE);
  await expectContacts(page);
  await holdUp(page, code);
  await screen(page, 'Enter your PIN');
  expect(await headings()).toContain('Scan successful');
});
