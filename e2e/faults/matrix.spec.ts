import type { Page, TestDetails } from 'playwright/test';
import { expect, JOURNEY, test, type World } from '../support/fixtures.ts';
import {
  activeOf,
  BROKEN,
  type Fault,
  FLIPPED,
  MISSING,
  NOT_SHARED,
  OTHER_CONTRACT,
  type Part,
  type PatientRemote,
  REFUSED,
  SAID,
} from './faults.ts';
import { expectApology, expectFrame, SLOTS, type Slot } from './slots.ts';

interface Case extends World {
  signIn(account: 'patient', options: { storySteps: number }): Promise<unknown>;
  slot: Slot;
  fault: Fault;
  part: Part;
}

/** Sets whether the registry names a working previous version. */
async function setPrevious({ stack, slot, fault }: Case, hasPrevious: boolean): Promise<void> {
  await stack.changeRegistry(({ remotes }) => {
    const entry = remotes[slot.remote];
    if (!entry) return;
    const { active, older } = stack.builds.remotes[slot.remote];
    delete entry.previous;
    if (hasPrevious) entry.previous = fault.version === undefined ? older : active;
  });
}

const samePage = (page: Page) => page.evaluate(() => Reflect.get(globalThis, '__samePage'));

/** Opens the slot with the fault active, checks the page and the console's failure code, and removes the fault. */
async function meet(scene: Case, hasPrevious: boolean, check: () => Promise<void>): Promise<void> {
  const { page, context, stack, problems, signIn, slot, fault, part } = scene;
  problems.allow(...SAID);
  if (slot.as === 'patient') await signIn(slot.as, { storySteps: slot.storySteps ?? 1 });
  const undo = await fault.happen({ stack, context, remote: slot.remote, part });
  try {
    await setPrevious(scene, hasPrevious);
    await slot.open(page);
    await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));
    await check();
    const remote = `${slot.remote}@${fault.version ?? activeOf(stack, slot.remote)}`;
    await expect
      .poll(() => problems.all())
      .toContainEqual(expect.stringMatching(`^console: \\[remote\\] ${fault.code(part)} ${remote}: `));
  } finally {
    await undo();
  }
}

/** A fault of one part of one remote. Of a fault that is a version, the part is the manifest. */
type FaultCase = readonly [remote: PatientRemote, fault: Fault, part: Part, details?: TestDetails];

/** Each part and each remote with some fault. `loader.test.ts` in the shell tests the others, such as silence. */
const RECOVERING: FaultCase[] = [
  ['onboarding', REFUSED, 'manifest'],
  ['timeline', MISSING, 'chunk'],
  ['records', MISSING, 'entry'],
  ['surveys', FLIPPED, 'chunk'],
  ['timeline', FLIPPED, 'entry', JOURNEY],
  ['records', FLIPPED, 'manifest'],
  ['onboarding', OTHER_CONTRACT, 'manifest'],
  ['timeline', NOT_SHARED, 'manifest'],
  // A form is rendered in another way than a screen.
  ['records', BROKEN, 'manifest'],
  ['surveys', BROKEN, 'manifest'],
];

/** A file of each kind that fails, and a bug. */
const FALLING_BACK: FaultCase[] = [
  ['records', MISSING, 'chunk'],
  ['surveys', REFUSED, 'manifest'],
  ['timeline', BROKEN, 'manifest'],
];

const titleOf = (remote: PatientRemote, { name, version }: Fault, part: Part) =>
  version === undefined ? `${remote}: ${name} (${part})` : `${remote}: ${name}`;

for (const [remote, fault, part, details = {}] of RECOVERING) {
  const title = titleOf(remote, fault, part);
  const slot = SLOTS[remote];
  test(`${title}: an apology, and recovery without a reload`, details, async ({ page, world, signIn }) => {
    await meet({ ...world, signIn, slot, fault, part }, false, async () => {
      await expectApology(page, slot);
      await expect(slot.content(page)).toHaveCount(0);
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(slot.content(page)).toBeVisible();
    await expectFrame(page, slot);
    await expect(page.getByText(slot.apology)).toHaveCount(0);
    expect(await samePage(page)).toBe(true);
  });
}

for (const [remote, fault, part] of FALLING_BACK) {
  const title = titleOf(remote, fault, part);
  const slot = SLOTS[remote];
  test(`${title}: the version before it`, async ({ page, world, signIn }) => {
    await meet({ ...world, signIn, slot, fault, part }, true, async () => {
      await expect(slot.content(page)).toBeVisible();
      await expectFrame(page, slot);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      expect(await samePage(page)).toBe(true);
    });
  });
}
