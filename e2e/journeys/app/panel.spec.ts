import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { drag } from '../../support/phone/touch.ts';
import { violations } from '../../support/screens/axe.ts';
import { acceptMaya, panelOf, profileRow, tab } from '../../support/screens/frame.ts';
import { screen } from '../../support/screens/screens.ts';
import { settle } from '../../support/screens/settle.ts';

test.use(MOVING);

const RAISE = 'Raise the panel of Jordan Avery';
const home = (page: Page) => page.getByRole('heading', { level: 1, name: /^Good / });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('the profile panel', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 6 });
    await page.goto('/app');
    await screen(page, /^Good /);
  });

  test('opens from its row, and can be lowered, raised and closed by dragging', async ({ page }) => {
    const row = profileRow(page, 'Jordan Avery');
    await row.click();
    await screen(page, 'My Events');
    await expect(page).toHaveURL(/\/profile\/1\/events$/);
    await expect(home(page)).toBeHidden();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    expect(await violations(page)).toEqual([]);
    // Its heading is next to the handle, without a band between them.
    await expect.poll(async () => (await panelOf(page, 'Jordan').boundingBox())?.y).toBe(56);
    const heading = await page.getByRole('heading', { name: 'My Events' }).boundingBox();
    expect(heading?.y).toBeLessThan(56 + 12);
    expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual(56 + 44);

    // After a short drag it returns.
    await drag(page, button(page, 'Lower the panel'), { down: 24 });
    await expect(button(page, 'Lower the panel')).toBeVisible();
    await expect(home(page)).toBeHidden();
    await drag(page, button(page, 'Lower the panel'), { down: 350 });
    await expect(button(page, RAISE)).toBeFocused();
    await expect(page.getByRole('heading', { name: 'My Events' })).toBeHidden();
    await expect(home(page)).toBeVisible();
    await expect(page).toHaveTitle(/^Good /);
    await expect(page).toHaveURL(/\/profile\/1\/events$/);

    await drag(page, button(page, RAISE), { down: -350 });
    await screen(page, 'My Events');
    await expect(home(page)).toBeHidden();
    await expect(page).toHaveTitle(/^My Events/);

    await drag(page, page.getByRole('heading', { name: 'My Events' }), { down: 350 });
    await drag(page, button(page, RAISE), { down: 60 });
    await expect(page).toHaveURL(/\/app$/);
    await expect(panelOf(page, 'Jordan')).toHaveCount(0);
    await expect(row).toBeFocused();

    // A tab raises it, also the tab of its own screen; its row closes it.
    await row.tap();
    for (const _time of [1, 2]) {
      await tab(page, 'Supporters').tap();
      await screen(page, 'My Supporters');
      await button(page, 'Lower the panel').tap();
      await expect(home(page)).toBeVisible();
    }
    expect(await violations(page)).toEqual([]);
    await tab(page, 'Supporters').tap();
    await row.tap();
    await expect(page).toHaveURL(/\/app$/);
    await expect(row).toHaveAttribute('aria-expanded', 'false');
  });

  test('can be lowered, raised and closed by keyboard without losing the focus', JOURNEY, async ({ page }) => {
    await profileRow(page, 'Jordan Avery').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'My Events' })).toBeFocused();
    await button(page, 'Lower the panel').focus();
    await page.keyboard.press('Enter');
    await expect(button(page, RAISE)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(button(page, 'Lower the panel')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'My Events' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Close the panel')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(profileRow(page, 'Jordan Avery')).toBeFocused();
  });
});

const physician = (page: Page) => page.locator('[data-event] a').filter({ hasText: 'Dr. Amara Osei' });
const lastNotification = (page: Page) => page.getByText('Getting well at home');

test('closing returns the focus and the position to the event on home', JOURNEY, async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: 2 });
  await page.goto('/app');
  await screen(page, /^Good /);
  await physician(page).click();
  await screen(page, 'Dr. Amara Osei');
  // New events push it away meanwhile.
  await stack.api.playOn(token, Number.POSITIVE_INFINITY);
  await expect(page.locator('[data-event]').filter({ hasText: 'How was your stay?' })).toBeAttached();
  await expect(lastNotification(page)).toBeAttached();
  await button(page, 'Close').click();
  await expect(physician(page)).toBeFocused();
  await expect(physician(page)).toBeInViewport({ ratio: 1 });

  await expect(lastNotification(page)).toBeVisible();
  await page.reload();
  await physician(page).scrollIntoViewIfNeeded();
  await settle(page);
  const before = await physician(page).boundingBox();
  await physician(page).click();
  await screen(page, 'Dr. Amara Osei');
  await button(page, 'Close').click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(physician(page)).toBeFocused();
  await expect.poll(() => physician(page).boundingBox()).toEqual(before);
});

const TABS = [
  ['Events', '/profile/1/events', 'My Events'],
  ['Supporters', '/profile/1/supporters', 'My Supporters'],
  ['Results', '/profile/1/results', 'My Results'],
  ['Care Plans', '/profile/1/care-plans', 'My Care Plans'],
  ['Resources', '/profile/1/resources', 'My Resources'],
] as const;

test('five tabs, back and close lead to the right screens', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  await page.goto('/profile/1/resources');
  await screen(page, 'My Resources');
  const bar = page.getByRole('navigation', { name: 'Profile sections' });
  await expect(bar.getByRole('link')).toHaveText(TABS.map(([name]) => name));
  for (const [name, path, heading] of TABS) {
    await tab(page, name).click();
    await screen(page, heading);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(bar.locator('[aria-current=page]')).toHaveText([name]);
  }
  await button(page, 'Back').click();
  await screen(page, 'My Care Plans');
  await button(page, 'Close').click();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: /Dr\. Amara Osei/ }).click();
  await screen(page, 'Dr. Amara Osei');
  await expect(tab(page, 'Events')).toHaveAttribute('aria-current', 'page');
  await page.goto('/profile/1/messages');
  await bar.waitFor();
  await expect(bar.locator('[aria-current=page]')).toHaveCount(0);
  for (const path of ['/profile/1/nowhere', '/profile/7/events']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/app$/);
  }
});

test('panel sizes and timings match the product rules', async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await acceptMaya(stack, token);
  await page.goto('/app');
  await profileRow(page, 'Jordan Avery').click();
  await screen(page, 'My Events');
  const rows = page.getByRole('navigation', { name: 'Profiles' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual([70, 70]);
  const list = page.getByRole('heading', { name: 'My Events' }).locator('xpath=ancestor::section/div[last()]');
  const height = () => list.evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(height).toBe(844 - 100 - 2 * 70);
  const bar = page.getByRole('navigation', { name: 'Profile sections' });
  expect((await bar.boundingBox())?.height).toBe(50);
  const timings = await panelOf(page, 'Jordan').evaluate((panel) => {
    const style = getComputedStyle(panel);
    const token = (name: string) => style.getPropertyValue(name);
    return {
      slide: style.transitionDuration,
      rise: getComputedStyle(panel.parentElement ?? panel).animationDuration,
      fade: token('--fade'),
      list: token('--list'),
    };
  });
  expect(timings).toEqual({ slide: '0.5s', rise: '0.5s', fade: '0.2s', list: '0.4s' });

  await page.setViewportSize({ width: 1024, height: 900 });
  await expect.poll(height).toBe(900 - 100 - 2 * 70);
  const card = await page.getByRole('listitem').filter({ hasText: 'How was your stay?' }).first().boundingBox();
  expect(card?.width).toBeLessThanOrEqual(414);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/app');
  await profileRow(page, 'Jordan Avery').click();
  await screen(page, 'My Events');
  // An animation that ends within its first frame is invisible.
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 1)
      .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.outerHTML.slice(0, 200)),
  );
  expect(moving).toEqual([]);
});
