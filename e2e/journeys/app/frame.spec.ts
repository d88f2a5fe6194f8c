import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS } from '../../support/hospital/api.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { tokenOn } from '../../support/phone/session.ts';
import { violations } from '../../support/screens/axe.ts';
import { profileRow } from '../../support/screens/frame.ts';
import { screen } from '../../support/screens/screens.ts';
import { eventCard } from '../../support/screens/timeline.ts';

test.use(MOVING);

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu(page).waitFor();
}

/** Name of each link in the menu, the path it leads to, and that screen's heading. */
const LINKS = [
  ['Home', /\/app$/, /^Good /],
  ['My Profile', /\/profile\/1\/events$/, 'My Events'],
  ['My Supporters', /\/profile\/1\/supporters$/, 'My Supporters'],
  ['My Results', /\/profile\/1\/results$/, 'My Results'],
  ['My Care Plans', /\/profile\/1\/care-plans$/, 'My Care Plans'],
  ['Help & Support', /\/app\/help$/, 'Help & Support'],
  ['Demo story', /\/app\/demo$/, 'Demo story'],
  ['Reset', /\/reset$/, 'Start again?'],
] as const;

test('the menu lists its entries, opens their screens and signs the user out', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 4 });
  await page.goto('/profile/1/results');
  await screen(page, 'My Results');
  await openMenu(page);
  const before = LINKS.slice(0, 5).map(([name]) => name);
  const after = ['Settings', 'Help & Support', 'View Tutorial', 'Reset', 'Demo story', 'Log out'];
  await expect(menu(page).getByRole('listitem')).toHaveText([...before, ...after]);
  await expect(menu(page).getByRole('link', { name: 'My Results' })).toHaveAttribute('aria-current', 'page');
  await expect(menu(page).getByRole('button', { name: 'Settings' })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();

  for (const [name, path, heading] of LINKS) {
    await openMenu(page);
    await menu(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await screen(page, heading);
    await expect(menu(page)).toHaveCount(0);
  }
  for (const name of ['Lodestar', 'Home']) {
    await page.goto('/profile/1/results');
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/app$/);
  }
  await openMenu(page);
  await menu(page).getByRole('button', { name: 'Log out' }).click();
  await screen(page, 'Welcome to Lodestar');
  expect(await tokenOn(page)).toBeNull();
});

test(
  'a viewed event is no longer counted as needing attention',
  JOURNEY,
  async ({ page, stack, signIn, onAnotherPhone }) => {
    const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    const events = (await stack.api.call('GET', 'events', { token })) as { status: string; profileId: number }[];
    const needsAttention = ({ status, profileId }: (typeof events)[number]) =>
      profileId === 1 && ['ACTIONABLE', 'NOT_VIEWED', 'URGENT'].includes(status);
    const count = events.filter(needsAttention).length;
    for (const path of ['/app/settings', '/app/demo', '/profile/1/events', '/app']) {
      await page.goto(path);
      await expect(profileRow(page, `Jordan Avery You ${count} need attention`)).toBeVisible();
    }
    const physician = (on: Page) => eventCard(on, 'Dr. Amara Osei');
    const viewed = page.waitForResponse((response) => response.url().endsWith('/view') && response.ok());
    await physician(page).getByRole('link').click();
    await screen(page, 'Dr. Amara Osei');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(profileRow(page, `${count - 1} need attention`)).toBeVisible();
    await expect(physician(page).getByText('New', { exact: true })).toBeHidden();
    await expect(physician(page).getByRole('link')).toBeFocused();
    await viewed;
    await onAnotherPhone({ account: 'patient', path: '/app' }, async (phone) => {
      await expect(profileRow(phone, `${count - 1} need attention`)).toBeVisible();
      await expect(physician(phone).getByText('New', { exact: true })).toBeHidden();
    });
    await page.goto('/app/help');
    await screen(page, 'Help & Support');
    await expect(page.getByRole('navigation', { name: 'Profiles' })).toHaveCount(0);
  },
);

const WHO = '/api/v1/users/me';
const FIRST_SCRIPT = /\/shell\/.*\/main\.[0-9a-f]+\.js$/;

/** Opens a page whose first script loads only after requests for these URLs. */
async function openWithLateScript(page: Page, path: string, requested: RegExp[]): Promise<void> {
  const requests = requested.map((url) => page.waitForRequest(url));
  await page.route(FIRST_SCRIPT, async (route) => {
    await Promise.all(requests);
    await route.continue();
  });
  await page.goto(path);
  await page.unroute(FIRST_SCRIPT);
}

test('chunks and the user are requested before any script has loaded', async ({ page, signIn }) => {
  const chunks = [/\/remotes\/onboarding\/[^/]+\/login\.[0-9a-f]+\.js$/, /\/shell\/[^/]+\/\d+\.[0-9a-f]+\.js$/];
  await openWithLateScript(page, '/onboarding/login', chunks);
  await screen(page, 'Please Sign In');
  await page.getByLabel('Email').fill('patient@example.org');

  await signIn('patient', { storySteps: 2, settings: { locale: 'fr' } });
  const languages: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === WHO) languages.push(request.headers()['accept-language']);
  });
  await openWithLateScript(page, '/app', [new RegExp(`${WHO}$`)]);
  await screen(page, new RegExp(`${ACCOUNTS.patient.firstName}$`));
  expect(languages).toEqual(['fr-CA']);
});
