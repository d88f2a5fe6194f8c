import type { Page } from 'playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/fixtures.ts';
import { acceptMaya, panelOf, profileRow, tab } from '../../support/frame.ts';
import { screen } from '../../support/screens.ts';
import { dragBy } from '../../support/touch.ts';

const RAISE = 'Raise the panel of Jordan Avery';
const home = (page: Page) => page.getByRole('heading', { level: 1, name: /^Good / });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('the profile panel', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 6 });
    await page.goto('/app');
    await screen(page, /^Good /);
  });

  test('rises from a person’s row, and the people stay below it', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await expect(page).toHaveURL(/\/profile\/1\/events$/);
    await expect(panelOf(page, 'Jordan')).toBeVisible();
    await expect(home(page)).toBeHidden();
    await expect(profileRow(page, 'Jordan Avery')).toHaveAttribute('aria-expanded', 'true');
    await expect(tab(page, 'Events')).toHaveAttribute('aria-current', 'page');
    expect(await violations(page)).toEqual([]);
  });

  test('is lowered, raised and closed with a finger', async ({ page }) => {
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

  test('follows the finger, and comes back when it was not dragged far', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await dragBy(page, button(page, 'Lower the panel'), 24);
    await expect(button(page, 'Lower the panel')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'My Events' })).toBeVisible();
    await expect(home(page)).toBeHidden();
  });

  test('does the same by taps: handle, close, and a tab that opens it again', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').tap();
    await screen(page, 'My Events');
    await button(page, 'Lower the panel').tap();
    await expect(home(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await tab(page, 'Supporters').tap();
    await screen(page, 'My Supporters');
    await button(page, 'Lower the panel').tap();
    // The tab of the screen that lies below opens it, too.
    await tab(page, 'Supporters').tap();
    await screen(page, 'My Supporters');
    await button(page, 'Lower the panel').tap();
    await button(page, 'Close the panel').tap();
    await expect(page).toHaveURL(/\/app$/);
    await expect(home(page)).toBeVisible();
  });

  test('does the same by keyboard, and never loses the focus', async ({ page }) => {
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

  test('gives the focus back to the event of home that opened it, where home was left', async ({ page }) => {
    const physician = page.getByRole('link', { name: /Dr\. Amara Osei/ });
    await physician.scrollIntoViewIfNeeded();
    const before = await physician.boundingBox();
    await physician.click();
    await screen(page, 'Dr. Amara Osei');
    await button(page, 'Close').click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(physician).toBeFocused();
    await expect.poll(() => physician.boundingBox()).toEqual(before);
  });

  test('a press on the row of the person who is shown closes it', async ({ page }) => {
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    await profileRow(page, 'Jordan Avery').click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(profileRow(page, 'Jordan Avery')).toHaveAttribute('aria-expanded', 'false');
  });
});

const TABS = [
  ['Events', '/profile/1/events', 'My Events'],
  ['Supporters', '/profile/1/supporters', 'My Supporters'],
  ['Results', '/profile/1/results', 'My Results'],
  ['Care Plans', '/profile/1/care-plans', 'My Care Plans'],
  ['Resources', '/profile/1/resources', 'My Resources'],
] as const;

test('the tab bar has five tabs, the active one by the path; back and close lead where they say', async ({
  page,
  signIn,
}) => {
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
});

test('inside a tab its light stays on; a message lights none; any other path leads home', async ({ page, signIn }) => {
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

test('headings say "My" on the own profile and the other person’s name on theirs', async ({ page, stack, signIn }) => {
  const token = await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await acceptMaya(stack, token);
  await page.goto('/app');
  await profileRow(page, 'Maya Chen').click();
  for (const [name, , mine] of TABS) {
    await tab(page, name).click();
    await screen(page, mine.replace('My', 'Maya’s'));
  }
  // From one person to the other.
  await profileRow(page, 'Jordan Avery').click();
  await screen(page, 'My Events');
  await expect(panelOf(page, 'Jordan')).toBeVisible();
});

test('a panel rises when it is opened, and stands when the page was opened at its address', async ({
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

test('sizes and timings are those of the product rules', async ({ page, stack, signIn }) => {
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

test.describe('for people who want less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves: the panel is there, and gone', async ({ page, signIn }) => {
    await signIn('patient', { storySteps: 2 });
    await page.goto('/app');
    await profileRow(page, 'Jordan Avery').click();
    await screen(page, 'My Events');
    // What is over within its first frame is seen by no user.
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
