import type { Locator, Page } from 'playwright/test';
import { expect, JOURNEY, test, type World } from '../../support/fixtures.ts';
import { keepSession, keepSignedIn } from '../../support/phone/session.ts';
import { profileRow, showProfiles } from '../../support/screens/frame.ts';
import { heightOfBars, MAX_BARS, TIGHT, tooWide } from '../../support/screens/narrow.ts';
import { screen } from '../../support/screens/screens.ts';

test.use({ viewport: TIGHT.small });

async function signIn({ context, stack: { api } }: World, textSize: 'PHONE' | 'LARGEST' = 'LARGEST'): Promise<void> {
  const token = await api.signIn('patient');
  await api.playStory(token, Number.POSITIVE_INFINITY);
  await keepSignedIn(context, token, { textSize });
}

const askBar = (page: Page) => page.getByRole('navigation', { name: 'Ask the hospital' });

/** Whether a tap in the middle of an element reaches it. */
const isOnTop = (element: Locator) =>
  element.evaluate((own) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    const point = document.elementFromPoint(left + width / 2, top + height / 2);
    return point !== null && (own.contains(point) || point.closest('a')?.parentElement?.contains(own) === true);
  });

test(
  'the largest text shows the next step and “I need something” on the smallest phone, without scrolling',
  JOURNEY,
  async ({ page, world }) => {
    await signIn(world);
    for (const count of [1, 2, 3]) {
      if (count > 1) await showProfiles(page, count);
      await page.goto('/app');
      await screen(page, /^Good /);
      for (const target of [
        page.getByRole('main').getByRole('heading', { level: 2 }).first(),
        askBar(page).getByRole('link', { name: 'I need something' }),
        askBar(page).getByRole('link', { name: 'My requests' }),
        profileRow(page, 'Jordan Avery'),
        page.getByRole('button', { name: 'Menu' }),
      ]) {
        await expect(target).toBeInViewport({ ratio: 1 });
        expect(await isOnTop(target)).toBe(true);
      }
      expect(await heightOfBars(page)).toBeLessThanOrEqual(MAX_BARS);
      expect(await tooWide(page)).toEqual([]);
    }
  },
);

const SCREENS = [
  ['/app', /^Good /],
  ['/profile/1/events', 'My Events'],
  ['/profile/1/results', 'My Results'],
  ['/profile/1/care-plans', 'My Care Plans'],
  ['/profile/1/supporters/create', 'Invite a supporter'],
  ['/profile/1/requests', 'My requests'],
  ['/app/settings', 'User Settings'],
  ['/app/help', 'Help & Support'],
] as const;

for (const textSize of ['PHONE', 'LARGEST'] as const)
  test(
    `text size ${textSize} leaves two thirds of the smallest phone to each screen`,
    JOURNEY,
    async ({ page, world }) => {
      await signIn(world, textSize);
      for (const [path, heading] of SCREENS) {
        await page.goto(path);
        await screen(page, heading);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeInViewport({ ratio: 1 });
        expect(await heightOfBars(page), path).toBeLessThanOrEqual(MAX_BARS);
        expect(await tooWide(page), path).toEqual([]);
      }
    },
  );

test('the largest text is that of welcome and sign-in, too', async ({ page, context }) => {
  await keepSession(context, { settings: { textSize: 'LARGEST' } });
  for (const [path, heading] of [
    ['/onboarding/welcome', 'Welcome to Lodestar'],
    ['/onboarding/login', 'Please Sign In'],
  ] as const) {
    await page.goto(path);
    await screen(page, heading);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toMatch(/^3[23]/);
    expect(await heightOfBars(page)).toBeLessThanOrEqual(MAX_BARS);
    expect(await tooWide(page)).toEqual([]);
  }
});
