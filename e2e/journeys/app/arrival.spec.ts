import { ACCOUNTS } from '../../support/api.ts';
import { expect, test } from '../../support/fixtures.ts';
import { MOVING } from '../../support/movement.ts';
import { screen } from '../../support/screens.ts';

test.use(MOVING);

const WHO = '/api/v1/users/me';

test('current user is requested once, before any script has loaded', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  // As on every phone that continued from the tutorial offer.
  await page.addInitScript(() =>
    localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'fr' })),
  );
  const languages: (string | undefined)[] = [];
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === WHO);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === WHO) languages.push(request.headers()['accept-language']);
  });
  // The first script loads only after the request was sent.
  await page.route(/\/shell\/.*\/main\.[0-9a-f]+\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/app');
  await screen(page, new RegExp(`${ACCOUNTS.patient.firstName}$`));
  expect(languages).toEqual(['fr-CA']);
});

test('first screen of a page load appears without animation, and later screens fade in', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  const animationsAbove = (heading: RegExp | string) =>
    page.getByRole('heading', { level: 1, name: heading }).evaluate((element) => {
      const names: string[] = [];
      for (let at = element.parentElement; at; at = at.parentElement) names.push(getComputedStyle(at).animationName);
      return names.filter((name) => name !== 'none');
    });
  await page.goto('/app');
  await screen(page, /^Good /);
  expect(await animationsAbove(/^Good /)).toEqual([]);
  await page.goto('/app/settings');
  await screen(page, 'User Settings');
  expect(await animationsAbove('User Settings')).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await screen(page, /^Good /);
  expect(await animationsAbove(/^Good /)).toHaveLength(1);
});

test('chunks of the login screen and of its form are requested with the page', async ({ page }) => {
  const own = page.waitForRequest(/\/remotes\/onboarding\/[^/]+\/login\.[0-9a-f]+\.js$/);
  const form = page.waitForRequest(/\/shell\/[^/]+\/\d+\.[0-9a-f]+\.js$/);
  // The first script loads only after both were requested.
  await page.route(/\/shell\/.*\/main\.[0-9a-f]+\.js$/, async (route) => {
    await Promise.all([own, form]);
    await route.continue();
  });
  await page.goto('/onboarding/login');
  await screen(page, 'Please Sign In');
  await page.getByLabel('Email').fill('patient@example.org');
});
