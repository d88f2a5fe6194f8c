import type { BrowserContext, Page, TestDetails } from 'playwright/test';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import type { Problems } from '../support/problems.ts';
import type { Stack } from '../support/stack.ts';
import { activeOf, FAULTS, type Fault, FLIPPED, type Part, SAID, SILENT } from './faults.ts';
import { Silence } from './silence.ts';
import { expectApology, expectFrame, SLOTS, type Slot } from './slots.ts';

type SignIn = (account: 'patient', options: { storySteps: number }) => Promise<unknown>;

interface Case {
  page: Page;
  context: BrowserContext;
  stack: Stack;
  problems: Problems;
  signIn: SignIn;
}

/** Sets whether the registry names a working previous version. */
async function setPrevious(stack: Stack, { remote }: Slot, fault: Fault, hasPrevious: boolean): Promise<void> {
  await stack.changeRegistry(({ remotes }) => {
    const entry = remotes[remote];
    if (!entry) return;
    const { active, older } = stack.builds.remotes[remote];
    delete entry.previous;
    if (hasPrevious) entry.previous = fault.version === undefined ? older : active;
  });
}

/** For the silence fault, starts tracking all other pending requests. */
async function listen(fault: Fault, { page, stack }: Case, { remote }: Slot): Promise<Silence | undefined> {
  if (fault !== SILENT) return undefined;
  await page.clock.install();
  const silent = `/remotes/${remote}/${activeOf(stack, remote)}/`;
  // The response of the stream doesn't end.
  const endless = [silent, '/api/v1/stream?'];
  return new Silence(page, (request) => !endless.some((part) => request.url().includes(part)));
}

/**
 * Opens the slot with the fault active; ten seconds of silence pass on the page's clock. Returns a function that
 * removes the fault.
 */
async function meet(slot: Slot, fault: Fault, part: Part, hasPrevious: boolean, scene: Case) {
  const { page, context, stack, problems, signIn } = scene;
  problems.allow(...SAID);
  if (slot.as === 'patient') await signIn(slot.as, { storySteps: slot.storySteps ?? 1 });
  const undo = await fault.happen({ stack, context, remote: slot.remote, part });
  await setPrevious(stack, slot, fault, hasPrevious);
  const silence = await listen(fault, scene, slot);
  await slot.open(page);
  await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));
  if (silence) {
    // At this point the remote is loading.
    await expectFrame(page, slot);
    await silence.passUntil(hasPrevious ? slot.content(page) : page.getByText(slot.apology));
  }
  return undo;
}

/** Checks that the console names the failure code and the version. */
async function expectReport({ problems, stack }: Case, slot: Slot, fault: Fault, part: Part): Promise<void> {
  const remote = `${slot.remote}@${fault.version ?? activeOf(stack, slot.remote)}`;
  await expect
    .poll(() => problems.all())
    .toContainEqual(expect.stringMatching(`^console: \\[remote\\] ${fault.code(part)} ${remote}: `));
}

const samePage = (page: Page) => page.evaluate(() => Reflect.get(globalThis, '__samePage'));

function testRecovery(slot: Slot, fault: Fault, part: Part, title: string, details: TestDetails = {}): void {
  test(
    `${title}: an apology, and recovery without a reload`,
    details,
    async ({ page, context, stack, problems, signIn }) => {
      const scene = { page, context, stack, problems, signIn };
      const undo = await meet(slot, fault, part, false, scene);
      try {
        await expectApology(page, slot);
        await expectReport(scene, slot, fault, part);
        await expect(slot.content(page)).toHaveCount(0);
      } finally {
        await undo();
      }
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(slot.content(page)).toBeVisible();
      await expectFrame(page, slot);
      await expect(page.getByText(slot.apology)).toHaveCount(0);
      expect(await samePage(page)).toBe(true);
    },
  );
}

function testPrevious(slot: Slot, fault: Fault, part: Part, title: string): void {
  test(`${title}: the version before it`, async ({ page, context, stack, problems, signIn }) => {
    const scene = { page, context, stack, problems, signIn };
    const undo = await meet(slot, fault, part, true, scene);
    try {
      await expect(slot.content(page)).toBeVisible();
      await expectFrame(page, slot);
      await expectReport(scene, slot, fault, part);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      expect(await samePage(page)).toBe(true);
    } finally {
      await undo();
    }
  });
}

for (const [row, slot] of SLOTS.entries()) {
  test.describe(slot.remote, () => {
    for (const [column, fault] of FAULTS.entries()) {
      const part = fault.parts[slot.remote];
      testRecovery(slot, fault, part, fault.name);
      // Falling back works the same for all faults: two tests per fault and three or more per remote are enough.
      if ((row + column) % 2 === 0) testPrevious(slot, fault, part, fault.name);
    }
  });
}

const [, timeline, records] = SLOTS;
if (timeline) testRecovery(timeline, FLIPPED, 'entry', 'timeline: one flipped byte in the entry', JOURNEY);
if (records) testRecovery(records, FLIPPED, 'manifest', 'records: one flipped byte in the manifest');
