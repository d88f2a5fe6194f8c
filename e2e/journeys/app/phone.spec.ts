import { devices, type Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { violations, violationsIn } from '../../support/screens/axe.ts';
import { photograph, showTheme, THEMES } from '../../support/screens/photograph.ts';
import { screen } from '../../support/screens/screens.ts';

const REQUEST = 'The product is designed for viewing in portrait orientation. Please rotate your phone to be upright.';
const request = (page: Page) => page.getByRole('alertdialog', { name: REQUEST });

const turn = (page: Page, way: 'sideways' | 'upright') =>
  page.setViewportSize(way === 'sideways' ? { width: 844, height: 390 } : { width: 390, height: 844 });

async function turnThere(page: Page): Promise<void> {
  await turn(page, 'sideways');
  await expect(request(page)).toBeVisible();
  await turn(page, 'upright');
  await expect(request(page)).toHaveCount(0);
}

const eventFetches = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (one) => {
    if (new URL(one.url()).pathname === '/api/events') urls.push(one.url());
  });
  return urls;
};

test('a phone held sideways asks to be turned and keeps what is read', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  await page.goto('/profile/1/events');
  await screen(page, 'My Events');
  await turn(page, 'sideways');
  await expect(request(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep using it sideways' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const fetches = eventFetches(page);
  await turn(page, 'upright');
  await expect(request(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/app$/);
  await screen(page, /^Good /);
  await expect.poll(() => fetches.length).toBeGreaterThan(0);

  await page.getByRole('link', { name: /Dr\. Amara Osei/ }).click();
  await screen(page, 'Dr. Amara Osei');
  fetches.length = 0;
  await turnThere(page);
  await expect.poll(() => fetches.length).toBeGreaterThan(0);
  await screen(page, 'Dr. Amara Osei');
  await page.goto('/app/help');
  await page.getByRole('textbox').fill('Half a question');
  await turnThere(page);
  await expect(page.getByRole('textbox')).toHaveValue('Half a question');
});

const HINT = 'Install this webapp on your iPhone: tap Share and then Add to homescreen.';
const hint = (page: Page) => page.getByRole('status').locator('p').filter({ hasText: HINT });
const DONE = Number.POSITIVE_INFINITY;

test.describe('on an iPhone', () => {
  test.use({ userAgent: devices['iPhone 14'].userAgent });

  test('install hint appears once, when the story is done, and can be closed', JOURNEY, async ({ page, signIn }) => {
    // Keeps the hint open long enough to be checked: it hides after 8 s.
    await page.addInitScript(() => {
      const { setTimeout: soon } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (work: () => void, delay = 0) => soon(work, delay === 8_000 ? 600_000 : delay),
      });
    });
    await signIn('patient', { storySteps: DONE, settings: { theme: 'LIGHT' } });
    await page.goto('/app');
    await expect(hint(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeFocused();
    for (const theme of THEMES) {
      await showTheme(page, theme);
      await photograph(page, { group: 'app', name: 'install-hint', as: theme });
      expect(await violationsIn(page, theme), `axe in ${theme}`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Close this hint' }).click();
    await expect(hint(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
    await expect(hint(page)).toHaveCount(0);
  });
});
