import { expect, test } from '../support/fixtures.ts';
import { cutNetwork, readyForOffline } from '../support/offline.ts';
import { screen } from '../support/screens.ts';

/** Screens of every part of getting in; the camera's reader is a library of its own. */
const SCREENS = [
  ['/onboarding/login', 'Please Sign In'],
  ['/onboarding/privacy', 'Privacy Policy'],
  ['/onboarding/create-account', 'Create Account'],
  ['/onboarding/enter-barcode', 'Enter your barcode'],
] as const;

test('opened once, getting in opens without network, from a cold start too; what needs the network says so', async ({
  context,
  page,
  problems,
}) => {
  await page.goto('/onboarding/welcome');
  await readyForOffline(page);
  await page.close();
  await cutNetwork(context, problems);

  const cold = await context.newPage();
  const opened = await cold.goto('/onboarding/welcome');
  expect(opened?.fromServiceWorker()).toBe(true);
  await screen(cold, 'Welcome to Lodestar');
  for (const [route, heading] of SCREENS) {
    await cold.goto(route);
    await screen(cold, heading);
  }

  const barcode = cold.getByRole('textbox');
  await barcode.fill('ER10000001');
  await cold.getByRole('button', { name: 'Submit' }).click();
  await expect(cold.getByRole('alert')).toBeVisible();
  await expect(barcode).toHaveValue('ER10000001');
});

test('the first visit is served first, then all else comes, but no film, no PDF reader and no answer of the API', async ({
  context,
  page,
}) => {
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
