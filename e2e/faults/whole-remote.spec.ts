import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { ANSWERS, SAID } from './faults.ts';
import { expectApology, expectFrame, SLOTS, type Slot } from './slots.ts';

/** Checks that one press of "Try again" recovers without a reload. */
async function expectRecovery(page: Page, slot: Slot): Promise<void> {
  await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(slot.content(page)).toBeVisible();
  await expect(page.getByText(slot.apology)).toHaveCount(0);
  await expectFrame(page, slot);
  expect(await page.evaluate(() => Reflect.get(globalThis, '__samePage'))).toBe(true);
}

/** A screen in a separate chunk, which is preloaded when the page is opened at its URL. */
const LOGIN: Partial<Slot> = {
  open: async (page) => void (await page.goto('/onboarding/login', { waitUntil: 'commit' })),
  content: (page) => page.getByRole('heading', { level: 1, name: 'Please Sign In' }),
};

function testRecovery(slot: Slot, title: string): void {
  // All responses are tested in one page and context; each one reopens the page.
  test(`everything of ${title} fails: one press of "Try again" recovers`, async ({
    page,
    context,
    stack,
    problems,
    signIn,
  }) => {
    problems.allow(...SAID);
    if (slot.as === 'patient') await signIn(slot.as, { storySteps: slot.storySteps ?? 1 });
    const everything = `${stack.url}/remotes/${slot.remote}/**`;
    for (const [name, answer] of Object.entries(ANSWERS)) {
      await test.step(name, async () => {
        await context.route(everything, answer);
        await slot.open(page);
        await expectApology(page, slot);
        await context.unroute(everything);
        await expectRecovery(page, slot);
      });
    }
  });
}

for (const slot of SLOTS) {
  testRecovery(slot, slot.remote);
  if (slot.remote === 'onboarding') testRecovery({ ...slot, ...LOGIN }, 'onboarding, opened at its login,');
}
