import { devices, type Page } from 'playwright/test';
import { violations, violationsIn } from '../../support/axe.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { photograph, showTheme, THEMES } from '../../support/photograph.ts';
import { screen } from '../../support/screens.ts';

const REQUEST = 'The product is designed for viewing in portrait orientation. Please rotate your phone to be upright.';
const request = (page: Page) => page.getByRole('alertdialog', { name: REQUEST });

const turn = (page: Page, way: 'sideways' | 'upright') =>
  page.setViewportSize(way === 'sideways' ? { width: 844, height: 390 } : { width: 390, height: 844 });

const eventFetches = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (one) => {
    if (new URL(one.url()).pathname === '/api/events') urls.push(one.url());
  });
  return urls;
};

test.describe('a phone held sideways', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 2 });
    await page.goto('/profile/1/events');
    await screen(page, 'My Events');
  });

  test('shows a request to rotate it, and fetches everything again once upright', JOURNEY, async ({ page }) => {
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
  });

  test('keeps the open document or form, and fetches everything again once upright', async ({ page }) => {
    await page.getByRole('link', { name: /Dr\. Amara Osei/ }).click();
    await screen(page, 'Dr. Amara Osei');
    const fetches = eventFetches(page);
    await turn(page, 'sideways');
    await expect(request(page)).toBeVisible();
    await turn(page, 'upright');
    await expect.poll(() => fetches.length).toBeGreaterThan(0);
    await screen(page, 'Dr. Amara Osei');
    await page.goto('/app/help');
    await page.getByRole('textbox').fill('Half a question');
    await turn(page, 'sideways');
    await expect(request(page)).toBeVisible();
    await turn(page, 'upright');
    await expect(request(page)).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveValue('Half a question');
  });

  test('the rotation prompt can be dismissed and does not return', async ({ page }) => {
    const close = page.getByRole('button', { name: 'Close', exact: true });
    await close.focus();
    await turn(page, 'sideways');
    await page.getByRole('button', { name: 'Keep using it sideways' }).click();
    await expect(request(page)).toHaveCount(0);
    await expect(close).toBeFocused();
    await turn(page, 'upright');
    await expect(page).toHaveURL(/\/profile\/1\/events$/);
    await turn(page, 'sideways');
    await expect(request(page)).toHaveCount(0);
  });
});

test('tutorial stays open when the phone is upright again', async ({ page, signIn }) => {
  await signIn('patient', { settings: { viewTutorial: true } });
  await page.goto('/onboarding/tutorial');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await turn(page, 'sideways');
  await expect(request(page)).toBeVisible();
  await turn(page, 'upright');
  await expect(request(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/onboarding\/tutorial$/);
});

test.describe('desktop', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 1200, height: 420 } });

  test('with a low, wide window is not treated as a phone', async ({ page }) => {
    await page.goto('/onboarding/welcome');
    await screen(page, 'Welcome to Lodestar');
    await expect(request(page)).toHaveCount(0);
  });
});

const HINT = 'Install this webapp on your iPhone: tap Share and then Add to homescreen.';
const hint = (page: Page) => page.getByRole('status').locator('p').filter({ hasText: HINT });
const DONE = Number.POSITIVE_INFINITY;

test.describe('on an iPhone', () => {
  test.use({ userAgent: devices['iPhone 14'].userAgent });

  test('install hint appears for 8 seconds, once, when the story is done', JOURNEY, async ({ page, signIn }) => {
    await page.clock.install({ time: '2026-11-20T12:00:00Z' });
    // Time is paused until the test advances it.
    await page.clock.pauseAt('2026-11-20T13:00:00Z');
    await signIn('patient', { storySteps: DONE });
    await page.goto('/app');
    await expect(hint(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeFocused();
    await page.clock.runFor(7_900);
    await expect(hint(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(hint(page)).toHaveCount(0);
    await page.clock.resume();
    await page.reload();
    await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
    await expect(hint(page)).toHaveCount(0);
  });

  test('install hint has no accessibility violation', async ({ page, signIn }) => {
    // Keeps the hint open long enough to be checked.
    await page.addInitScript(() => {
      const { setTimeout: soon } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (work: () => void, delay = 0) => soon(work, delay === 8_000 ? 60_000 : delay),
      });
    });
    await signIn('patient', { storySteps: DONE, settings: { theme: 'LIGHT' } });
    await page.goto('/app');
    await expect(hint(page)).toBeVisible();
    for (const theme of THEMES) {
      await showTheme(page, theme);
      await photograph(page, { group: 'app', name: 'install-hint', as: theme });
      expect(await violationsIn(page, theme), `axe in ${theme}`).toEqual([]);
    }
  });

  test('install hint can be closed', async ({ page, signIn }) => {
    await signIn('patient', { storySteps: DONE });
    await page.goto('/app');
    await page.getByRole('button', { name: 'Close this hint' }).click();
    await expect(hint(page)).toHaveCount(0);
  });

  test('install hint does not appear before the story is done', async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 3 });
    await page.goto('/app');
    await expect(page.getByRole('link', { name: /Admitted/ })).toBeVisible();
    await expect(hint(page)).toHaveCount(0);
  });

  test('install hint does not appear when the app was started from the home screen', async ({ page, signIn }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { get: () => true }));
    await signIn('patient', { storySteps: DONE });
    await page.goto('/app');
    await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
    await expect(hint(page)).toHaveCount(0);
  });
});

test('install hint does not appear on another phone', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: DONE });
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
});
