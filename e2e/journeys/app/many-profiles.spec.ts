import type { Locator, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { violations } from '../../support/screens/axe.ts';
import { panelOf, profileRow, showProfiles } from '../../support/screens/frame.ts';
import { TIGHT, tighten } from '../../support/screens/narrow.ts';
import { screen } from '../../support/screens/screens.ts';

test.use(MOVING);

const selector = (page: Page) => page.getByRole('navigation', { name: 'Profiles' });
const toggle = (page: Page) => selector(page).getByRole('button', { name: /^All \d profiles$/ });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not visible');
  return box;
}

test('three profiles rest in one row of 70 px and open by chip or row', JOURNEY, async ({ page, signIn }) => {
  // Up to the blood test's survey: the X-ray is next.
  await signIn('patient', { storySteps: 7 });
  await showProfiles(page, 3);
  await page.goto('/app');
  await screen(page, /^Good /);
  await expect(selector(page).getByRole('link')).toHaveCount(3);
  const { y: top, height } = await boxOf(selector(page));
  expect(height).toBe(70);
  await expect(page.getByText('What happens next')).toBeVisible();
  expect((await boxOf(page.getByRole('heading', { level: 1 }))).height).toBeLessThan(32);
  const events = page.getByRole('main').locator('li[data-event]');
  await expect.poll(() => events.count()).toBeGreaterThan(4);
  const bottoms = await events.evaluateAll((all) => all.map((event) => event.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= top).length).toBeGreaterThanOrEqual(4);
  for (const link of await selector(page).getByRole('link').all()) {
    const box = await boxOf(link);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }

  // The rows appear over the page; a tap elsewhere or a second one hides them.
  const before = await boxOf(events.first());
  await toggle(page).tap();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(selector(page).getByText('You support Noor').first()).toBeVisible();
  expect(await boxOf(events.first())).toEqual(before);
  expect(await violations(page)).toEqual([]);
  await page.touchscreen.tap(200, 200);
  await expect(selector(page).getByText('You support Noor')).toHaveCount(1);
  await expect(toggle(page)).toBeFocused();
  await expect(page).toHaveURL(/\/app$/);
  const { x, y } = await boxOf(toggle(page));
  for (const expanded of ['true', 'false']) {
    await page.touchscreen.tap(x + 30, y + 35);
    await expect(toggle(page)).toHaveAttribute('aria-expanded', expanded);
  }

  await profileRow(page, 'Maya Chen').tap();
  await expect(panelOf(page, 'Maya')).toBeVisible();
  await expect(profileRow(page, 'Maya Chen')).toHaveAttribute('aria-expanded', 'true');
  const list = page.getByRole('heading', { name: 'Maya’s Events' }).locator('xpath=ancestor::section/div[last()]');
  await expect.poll(async () => (await boxOf(list)).height).toBe(844 - 100 - 70);
  await profileRow(page, 'Maya Chen').tap();
  await expect(page).toHaveURL(/\/app$/);
  await expect(profileRow(page, 'Maya Chen')).toBeFocused();

  await toggle(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panelOf(page, 'Noor')).toBeVisible();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(profileRow(page, 'Noor Haddad')).toBeFocused();
});

/** Scrolls home to its end. Returns where its last control ends (px). */
async function endOfHome(page: Page): Promise<number> {
  const last = page.locator('main > div').first().locator('a, button').last();
  await last.scrollIntoViewIfNeeded();
  const { y, height } = await boxOf(last);
  return y + height;
}

async function rowsCanBeReached(page: Page): Promise<void> {
  await toggle(page).tap();
  const rows = selector(page).getByRole('list').first();
  const { y } = await boxOf(rows);
  expect(y).toBeGreaterThanOrEqual(0);
  await rows.getByRole('link').last().scrollIntoViewIfNeeded();
  const row = await boxOf(rows.getByRole('link').last());
  expect(row.y).toBeGreaterThanOrEqual(y);
  expect(row.y + row.height).toBeLessThanOrEqual((await boxOf(toggle(page))).y + 1);
  await rows.getByRole('link').last().tap();
  await expect(page).toHaveURL(/\/profile\/8\/events$/);
}

const SIZES = { ...TIGHT, landscape: { width: 844, height: 390 }, desktop: { width: 1440, height: 900 } } as const;

test('eight profiles leave all of home and all rows within reach', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  await showProfiles(page, 8);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await test.step(size, async () => {
      await page.setViewportSize(viewport);
      await page.goto('/app');
      await screen(page, /^Good |^The product is designed/);
      await page.evaluate(() => document.fonts.ready);
      if (size === 'large' || size === 'small') await tighten(page, size);
      if (size === 'landscape') await page.getByRole('button', { name: 'Keep using it sideways' }).tap();
      await expect(selector(page).getByRole('link')).toHaveCount(8);
      expect(await endOfHome(page)).toBeLessThanOrEqual((await boxOf(selector(page))).y);
      await rowsCanBeReached(page);
    });
  }
  await page.setViewportSize(TIGHT.large);
  await page.goto('/profile/1/events');
  await page.getByRole('button', { name: 'Lower the panel' }).tap();
  await screen(page, /^Good /);
  const panel = panelOf(page, 'Jordan');
  await expect.poll(async () => (await boxOf(panel)).y).toBe(844 - 70 - 50 - 44);
  expect(await endOfHome(page)).toBeLessThanOrEqual((await boxOf(panel)).y);
});
