import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { ANSWERS, SAID } from './faults.ts';
import { expectApology, expectFrame, ROOMS, type Room } from './rooms.ts';

/** One press is enough, and the page stays the same one. */
async function expectRecovery(page: Page, room: Room): Promise<void> {
  await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(room.content(page)).toBeVisible({ timeout: 25_000 });
  await expect(page.getByText(room.apology)).toHaveCount(0);
  await expectFrame(page, room);
  expect(await page.evaluate(() => Reflect.get(globalThis, '__samePage'))).toBe(true);
}

/** A screen that is fetched by itself, and preloaded where the page is opened at its address. */
const LOGIN: Partial<Room> = {
  open: async (page) => void (await page.goto('/onboarding/login', { waitUntil: 'commit' })),
  content: (page) => page.getByRole('heading', { level: 1, name: 'Please Sign In' }),
};

function testRecovery(room: Room, title: string): void {
  // One page and one context meet all answers, one after the other: each opens the page anew.
  test(`everything of ${title} fails: one press of "Try again" recovers`, async ({
    page,
    context,
    stack,
    problems,
    signIn,
  }) => {
    problems.allow(...SAID);
    if (room.as === 'patient') await signIn(room.as, { storySteps: room.storySteps ?? 1 });
    const everything = `${stack.url}/remotes/${room.remote}/**`;
    for (const [name, answer] of Object.entries(ANSWERS)) {
      await test.step(name, async () => {
        await context.route(everything, answer);
        await room.open(page);
        await expectApology(page, room);
        await context.unroute(everything);
        await expectRecovery(page, room);
      });
    }
  });
}

for (const room of ROOMS) {
  testRecovery(room, room.remote);
  if (room.remote === 'onboarding') testRecovery({ ...room, ...LOGIN }, 'onboarding, opened at its login,');
}
