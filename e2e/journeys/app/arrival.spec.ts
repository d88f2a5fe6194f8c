import { ACCOUNTS } from '../../support/api.ts';
import { expect, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens.ts';

const WHO = '/api/v1/users/me';

test('who is here is asked once, before any code has come', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  // As every phone has it that went on from the tutorial offer.
  await page.addInitScript(() =>
    localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'fr' })),
  );
  const languages: (string | undefined)[] = [];
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === WHO);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === WHO) languages.push(request.headers()['accept-language']);
  });
  // The first code comes only when the question is on its way.
  await page.route(/\/shell\/.*\/main\.[0-9a-f]+\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/app');
  await screen(page, new RegExp(`${ACCOUNTS.patient.firstName}$`));
  expect(languages).toEqual(['fr-CA']);
});

test('the screen at which the page was opened stands at once; those that follow fade in', async ({ page, signIn }) => {
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

test('the code of the login screen and of its form comes with the page', async ({ page }) => {
  const own = page.waitForRequest(/\/remotes\/onboarding\/[^/]+\/login\.[0-9a-f]+\.js$/);
  const form = page.waitForRequest(/\/shell\/[^/]+\/\d+\.[0-9a-f]+\.js$/);
  // The first code comes only when both are on their way.
  await page.route(/\/shell\/.*\/main\.[0-9a-f]+\.js$/, async (route) => {
    await Promise.all([own, form]);
    await route.continue();
  });
  await page.goto('/onboarding/login');
  await screen(page, 'Please Sign In');
  await page.getByLabel('Email').fill('patient@example.org');
});
