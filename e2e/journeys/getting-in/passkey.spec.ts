import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { goIntoTheApp, logIn, screen } from '../../support/screens.ts';
import { press } from './creating.ts';

/** Gives the page's browser a device with passkeys, whose person unlocks it. */
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

test('a passkey that was added in the settings is the next way in, and one that was removed is none', async ({
  page,
}) => {
  await addDevice(page);
  await logIn(page, 'patient@example.org');
  await goIntoTheApp(page);
  await page.goto('/app/settings');
  await press(page, 'Add a passkey');
  await expect(page.getByRole('status').filter({ hasText: 'Your passkey is added.' })).toBeAttached();

  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.goto('/onboarding/login');
  await press(page, 'Sign in with a passkey');
  await goIntoTheApp(page);

  await page.goto('/app/settings');
  await page.getByRole('button', { name: /^Remove the passkey of / }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.goto('/onboarding/login');
  await press(page, 'Sign in with a passkey');
  await expect(page.getByRole('alert')).toContainText('We do not know this passkey');
  await screen(page, 'Please Sign In');
});
