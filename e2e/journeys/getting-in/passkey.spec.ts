import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { callFailed } from '../../support/phone/problems.ts';
import { goIntoTheApp, logIn, press, screen } from '../../support/screens/screens.ts';

async function addDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Menu');
  await press(page, 'Log out');
  await screen(page, 'Welcome to Lodestar');
  await page.goto('/onboarding/login');
}

// The next test may get the same page, with the authenticator.
test.afterEach(({ page }) => page.close());

test('passkey signs in from when it is added until it is removed', JOURNEY, async ({ page, problems }) => {
  // Chromium advises RSA keys of any length, which the product doesn't accept.
  problems.allow(/pubKeyCredParams/);
  await addDevice(page);
  await logIn(page, 'patient@example.org');
  await goIntoTheApp(page);
  await page.goto('/app/settings');
  await press(page, 'Add a passkey');
  await expect(page.getByRole('status').filter({ hasText: 'Your passkey has been added.' })).toBeAttached();

  await signOut(page);
  await press(page, 'Sign in with a passkey');
  await goIntoTheApp(page);

  await page.goto('/app/settings');
  await page.getByRole('button', { name: /^Remove the passkey for / }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await signOut(page);
  problems.allow(callFailed('v1/passkeys/sign-in/verify'));
  await press(page, 'Sign in with a passkey');
  await expect(page.getByRole('alert')).toContainText('We do not know this passkey');
  await screen(page, 'Please Sign In');
});
