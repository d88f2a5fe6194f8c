import { comeBackOffline, openAndKeep, readyForOffline } from '../support/phone/offline.ts';
import { screen } from '../support/screens/screens.ts';
import { expect, JOURNEY, test } from './fixtures.ts';

/** Screens from every part of onboarding; the barcode reader is a separate library. */
const SCREENS = [
  ['/onboarding/login', 'Please Sign In'],
  ['/onboarding/privacy', 'Privacy Policy'],
  ['/onboarding/create-account', 'Create Account'],
  ['/onboarding/enter-barcode', 'Enter your barcode'],
] as const;

const OUT_OF_REACH = "We can't reach the server just now. What you entered is still here.";

/** Requests a visitor can make without being signed in. */
const WISHES: { route: string; typed: Record<string, string>; press: string }[] = [
  { route: '/onboarding/enter-barcode', typed: { Barcode: 'ER10000001' }, press: 'Submit' },
  { route: '/onboarding/login', typed: { Email: 'ada@example.org', Password: 'Good-river-pass1' }, press: 'Login' },
  { route: '/onboarding/forgot-password', typed: { Email: 'ada@example.org' }, press: 'Submit' },
  {
    route: '/onboarding/reset-password/0b0e8a1e-0000-4000-8000-000000000000',
    typed: { Password: 'Newer-pass2', 'Confirm Password': 'Newer-pass2' },
    press: 'Submit',
  },
];

test(
  'onboarding opens offline after one visit, even from a cold start, and forms that need the network say so',
  JOURNEY,
  async ({ page, problems }) => {
    await openAndKeep(page, '/onboarding/welcome');
    const cold = await comeBackOffline(page, problems);
    const opened = await cold.goto('/onboarding/welcome');
    expect(opened?.fromServiceWorker()).toBe(true);
    await screen(cold, 'Welcome to Lodestar');
    for (const [route, heading] of SCREENS) {
      await cold.goto(route);
      await screen(cold, heading);
    }

    for (const { route, typed, press } of WISHES) {
      await cold.goto(route);
      for (const [label, value] of Object.entries(typed)) await cold.getByLabel(label, { exact: true }).fill(value);
      await cold.getByRole('button', { name: press, exact: true }).click();
      await expect(cold.getByRole('alert').filter({ hasText: OUT_OF_REACH })).toBeVisible();
      for (const [label, value] of Object.entries(typed)) {
        await expect(cold.getByLabel(label, { exact: true })).toHaveValue(value);
      }
    }
  },
);

test('offline caching starts after load and skips films, PDFs and API responses', async ({ context, page }) => {
  const byWorker: { path: string; at: number }[] = [];
  let loadedAt = Number.POSITIVE_INFINITY;
  context.on('request', (request) => {
    if (request.serviceWorker()) byWorker.push({ path: new URL(request.url()).pathname, at: Date.now() });
  });
  page.on('load', () => {
    loadedAt = Date.now();
  });
  await page.goto('/onboarding/welcome');
  await readyForOffline(page);
  expect(Math.min(...byWorker.map(({ at }) => at))).toBeGreaterThanOrEqual(loadedAt);
  const paths = byWorker.map(({ path }) => path);
  for (const remote of ['onboarding', 'timeline', 'records', 'surveys']) {
    expect(paths.filter((path) => path.startsWith(`/remotes/${remote}/`)).length, remote).toBeGreaterThan(1);
  }
  expect(paths.filter((path) => /\.mp4$|pdf|^\/api/.test(path))).toEqual([]);
});
