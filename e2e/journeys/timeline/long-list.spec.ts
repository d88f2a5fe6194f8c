import type { Locator, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS } from '../../support/hospital/api.ts';
import { screen } from '../../support/screens/screens.ts';
import { eventList, manyEvents } from '../../support/screens/timeline.ts';

const COUNT = 5_000;
/** Upper limit of elements in the page's DOM. */
const MOST_ELEMENTS = 1_500;
const EVENTS = '/profile/1/events';

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

interface Walk {
  seen: number;
  most: number;
}

/** Scrolls the list from top to bottom, a screen at a time, and records what is drawn after each paint. */
function walk(page: Page, screens = Number.MAX_SAFE_INTEGER): Promise<Walk> {
  return eventList(page, 'This stay').evaluate(async (list, screens) => {
    let scroller = list.parentElement;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
    if (!scroller) throw new Error('Nothing scrolls the list');
    const seen = new Set<string>();
    let most = 0;
    // After the frame, as a finger scrolls: the list reverts a scroll within the frame, before rows are measured.
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let last = -1, passed = 0; scroller.scrollTop !== last && passed < screens; passed++) {
      for (const row of list.children) seen.add(row.querySelector('a')?.textContent?.match(/Visit \d+/)?.[0] ?? '');
      most = Math.max(most, document.querySelectorAll('*').length);
      last = scroller.scrollTop;
      // As far as rows are drawn beyond the viewport, and no further.
      scroller.scrollTop += 1.4 * scroller.clientHeight;
      await painted();
    }
    seen.delete('');
    return { seen: seen.size, most };
  }, screens);
}

/**
 * Resolves with the list once it holds all events. Until the code for long lists has loaded, the first events are in a
 * separate list.
 */
async function wholeList(page: Page): Promise<Locator> {
  const list = eventList(page, 'This stay');
  const first = list.getByRole('listitem').first();
  await expect(first).toContainText(`Visit ${COUNT}`);
  await expect(first).toHaveAttribute('aria-setsize', String(COUNT));
  return list;
}

test.describe('list of 5,000 events', () => {
  test.beforeEach(async ({ stack, signIn }) => {
    const token = await signIn('second', { storySteps: Number.POSITIVE_INFINITY });
    const events = (await stack.api.call('GET', 'events', { token })) as { id: string; previousStay: boolean }[];
    for (const { id, previousStay } of events) {
      if (!previousStay) await stack.api.call('DELETE', `v1/events/${id}`, { token });
    }
    await stack.records.addEvents(ACCOUNTS.second.email, manyEvents(COUNT));
  });

  test.afterEach(async ({ stack }) => {
    await stack.api.playStory(await stack.api.signIn('second'), 0);
  });

  test('can be navigated by keyboard and keeps focus and position', JOURNEY, async ({ page }) => {
    await page.goto(EVENTS);
    await screen(page, 'My Events');
    const list = await wholeList(page);
    const row = (number: number) =>
      list.getByRole('listitem').filter({ hasText: new RegExp(`Visit ${number}(?!\\d)`) });
    await row(COUNT).getByRole('link').focus();
    await page.keyboard.press('Tab');
    await expect(row(COUNT - 1).getByRole('link')).toBeFocused();
    await page.keyboard.press('End');
    await expect(row(1).getByRole('link')).toBeFocused();
    await expect(row(1)).toBeInViewport();
    await expect(row(1)).toHaveAttribute('aria-posinset', String(COUNT));
    await expect(row(1)).toHaveAttribute('aria-setsize', String(COUNT));
    await page.keyboard.press('ArrowUp');
    await expect(row(2).getByRole('link')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(row(COUNT).getByRole('link')).toBeFocused();
    await expect(row(COUNT)).toBeInViewport();

    // Scrolls far away from the focused row, as a finger can.
    await walk(page, 50);
    await expect(row(COUNT)).not.toBeInViewport();
    await expect(row(COUNT).getByRole('link')).toBeFocused();
    expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);

    await page.keyboard.press('End');
    await row(3).getByRole('link').click();
    await screen(page, 'Visit 3');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await screen(page, 'My Events');
    await expect(row(2)).toBeInViewport();
  });

  test('can be scrolled to every event while the page stays small, as does home behind the panel', async ({ page }) => {
    await page.goto('/app');
    await expect(eventList(page, 'New').getByRole('listitem').first()).toContainText(`Visit ${COUNT}`);
    expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
    await page
      .getByRole('navigation', { name: 'Profiles' })
      .getByRole('link', { name: /Robin Tremblay/ })
      .click();
    await screen(page, 'My Events');
    await wholeList(page);
    const { seen, most } = await walk(page);
    expect(seen).toBe(COUNT);
    expect(most).toBeLessThan(MOST_ELEMENTS);
    expect(most).toBeGreaterThan(100);
  });
});
