import type { Page } from 'playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { acceptMaya, panelOf, profileRow, tab } from '../../support/frame.ts';
import { MOVING, STILL } from '../../support/movement.ts';
import { screen } from '../../support/screens.ts';
import { dragBy } from '../../support/touch.ts';

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

  test('opens from a profile row, and the rows stay visible below it', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await expect(page).toHaveURL(/\/profile\/1\/events$/);
    await expect(panelOf(page, 'Jordan')).toBeVisible();
    await expect(home(page)).toBeHidden();
    await expect(profileRow(page, 'Jordan Avery')).toHaveAttribute('aria-expanded', 'true');
    await expect(tab(page, 'Events')).toHaveAttribute('aria-current', 'page');
    expect(await violations(page)).toEqual([]);
  });

  test('can be lowered, raised and closed by dragging', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await dragBy(page, button(page, 'Lower the panel'), 350);
    await expect(button(page, RAISE)).toBeFocused();
    await expect(page.getByRole('heading', { name: 'My Events' })).toBeHidden();
    await expect(home(page)).toBeVisible();
    await expect(page).toHaveTitle(/^Good /);
    await expect(page).toHaveURL(/\/profile\/1\/events$/);

    await dragBy(page, button(page, RAISE), -350);
    await screen(page, 'My Events');
    await expect(home(page)).toBeHidden();
    await expect(page).toHaveTitle(/^My Events/);

    await dragBy(page, page.getByRole('heading', { name: 'My Events' }), 350);
    await dragBy(page, button(page, RAISE), 60);
    await expect(page).toHaveURL(/\/app$/);
    await expect(panelOf(page, 'Jordan')).toHaveCount(0);
    await expect(profileRow(page, 'Jordan Avery')).toBeFocused();
  });

  test('shows its heading next to the handle, without a band between them', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    const panel = panelOf(page, 'Jordan');
    await expect.poll(async () => (await panel.boundingBox())?.y).toBe(56);
    const heading = await page.getByRole('heading', { name: 'My Events' }).boundingBox();
    expect(heading?.y).toBeLessThan(56 + 12);
    expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual(56 + 44);
  });

  test('follows the finger, and returns after a short drag', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await dragBy(page, button(page, 'Lower the panel'), 24);
    await expect(button(page, 'Lower the panel')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'My Events' })).toBeVisible();
    await expect(home(page)).toBeHidden();
  });

  test('can be lowered, closed and reopened by taps', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').tap();
    await screen(page, 'My Events');
    await button(page, 'Lower the panel').tap();
    await expect(home(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await tab(page, 'Supporters').tap();
    await screen(page, 'My Supporters');
    await button(page, 'Lower the panel').tap();
    // The tab of the screen behind the lowered panel reopens it, too.
    await tab(page, 'Supporters').tap();
    await screen(page, 'My Supporters');
    await button(page, 'Lower the panel').tap();
    await button(page, 'Close the panel').tap();
    await expect(page).toHaveURL(/\/app$/);
    await expect(home(page)).toBeVisible();
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

  test('closes when the row of the shown profile is pressed', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await profileRow(page, 'Jordan Avery').click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(profileRow(page, 'Jordan Avery')).toHaveAttribute('aria-expanded', 'false');
  });
});

const physician = (page: Page) => page.locator('[data-event] a').filter({ hasText: 'Dr. Amara Osei' });
const lastNotification = (page: Page) => page.getByText('Getting well at home');

test(
  'closing returns the focus and the scroll position to the event on home that opened the panel',
  JOURNEY,
  async ({ page, signIn }) => {
    // The whole story, so that no event arrives meanwhile.
    await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
    await page.goto('/app');
    await screen(page, /^Good /);
    await expect(lastNotification(page)).toBeVisible();
    await physician(page).scrollIntoViewIfNeeded();
    const before = await physician(page).boundingBox();
    await physician(page).click();
    await screen(page, 'Dr. Amara Osei');
    await button(page, 'Close').click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(physician(page)).toBeFocused();
    await expect.poll(() => physician(page).boundingBox()).toEqual(before);
  },
);

/** Makes every animation that a script starts last so long that it is still running when the panel closes. */
const slowMovement = () => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function slowly(frames, options) {
    return animate.call(this, frames, { ...(typeof options === 'object' && options), duration: 60_000 });
  };
};

test('closing shows the event that opened the panel, although new events have pushed it away', async ({
  page,
  stack,
  signIn,
}) => {
  const token = await signIn('patient', { storySteps: 2 });
  await page.addInitScript(slowMovement);
  await page.goto('/app');
  await screen(page, /^Good /);
  await physician(page).click();
  await screen(page, 'Dr. Amara Osei');
  await stack.api.playOn(token, Number.POSITIVE_INFINITY);
  await expect(page.locator('[data-event]').filter({ hasText: 'How was your stay?' })).toBeAttached();
  await expect(lastNotification(page)).toBeAttached();
  await button(page, 'Close').click();
  await expect(physician(page)).toBeFocused();
  await page.locator('[data-event]').evaluateAll((rows) => {
    for (const animation of rows.flatMap((row) => row.getAnimations())) animation.finish();
  });
  await expect(physician(page)).toBeInViewport({ ratio: 1 });
});

const TABS = [
  ['Events', '/profile/1/events', 'My Events'],
  ['Supporters', '/profile/1/supporters', 'My Supporters'],
  ['Results', '/profile/1/results', 'My Results'],
  ['Care Plans', '/profile/1/care-plans', 'My Care Plans'],
  ['Resources', '/profile/1/resources', 'My Resources'],
] as const;

test(
  'tab bar has five tabs and marks the one of the path; back and close lead to the right screens',
  JOURNEY,
  async ({ page, signIn }) => {
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
  },
);

test('tab stays active on inner screens, messages activate none, unknown paths lead home', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 2 });
  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: /Dr\. Amara Osei/ }).click();
  await screen(page, 'Dr. Amara Osei');
  await expect(tab(page, 'Events')).toHaveAttribute('aria-current', 'page');
  await page.goto('/profile/1/messages');
  await page.getByRole('navigation', { name: 'Profile sections' }).waitFor();
  await expect(page.locator('nav [aria-current=page]')).toHaveCount(0);
  for (const path of ['/profile/1/nowhere', '/profile/7/events']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/app$/);
  }
});

test('headings say "My" on the user’s own profile and the person’s name on others', async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await acceptMaya(stack, token);
  await page.goto('/app');
  await profileRow(page, 'Maya Chen').click();
  for (const [name, , mine] of TABS) {
    await tab(page, name).click();
    await screen(page, mine.replace('My', 'Maya’s'));
  }
  // Switches directly from one person to the other.
  await profileRow(page, 'Jordan Avery').click();
  await screen(page, 'My Events');
  await expect(panelOf(page, 'Jordan')).toBeVisible();
});

test('panel slides in when opened, and appears without animation when the page loads at its address', async ({
  page,
  signIn,
}) => {
  await signIn('patient', { storySteps: 2 });
  await page.addInitScript(() => {
    Object.assign(window, { risen: 0 });
    addEventListener('animationstart', ({ target }) => {
      if ((target as Element).querySelector(':scope > section[data-state]'))
        Object.assign(window, { risen: Reflect.get(window, 'risen') + 1 });
    });
  });
  const risen = () => page.evaluate(() => Reflect.get(window, 'risen'));
  await page.goto('/profile/1/events');
  await screen(page, 'My Events');
  await expect(panelOf(page, 'Jordan')).toBeVisible();
  expect(await risen()).toBe(0);
  await button(page, 'Lower the panel').click();
  await button(page, 'Close the panel').click();
  await expect(home(page)).toBeVisible();
  await profileRow(page, 'Jordan Avery').click();
  await screen(page, 'My Events');
  await expect.poll(risen).toBe(1);
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
});

test.describe('with reduced motion', () => {
  test.use(STILL);

  test('panel appears and disappears without animation', async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 2 });
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
    await button(page, 'Close').click();
    await expect(home(page)).toBeVisible();
    await expect(page.getByText('My Events')).toHaveCount(0);
  });
});
