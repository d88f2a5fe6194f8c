import { publishBuilt } from 'gateway/publish/publisher';
import type { Page } from 'playwright/test';
import type { Trust } from 'shared-ui/contract';
import { test as base } from '../support/fixtures.ts';
import { keyOf } from '../support/hospital/keys.ts';
import { Problems } from '../support/phone/problems.ts';
import { pressAdmissionSurvey, screen, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens/screens.ts';
import { Attacker } from './attacker.ts';
import { writeGuest } from './guest.ts';
import type { Programs } from './programs/program.ts';

export { expect } from '../support/fixtures.ts';

interface Fixtures {
  /** Publishes a survey that runs these programs, for the next page that shows a survey. */
  publish(programs: Programs, trust?: Trust): Promise<void>;
  /** Signs in the patient, publishes a survey that runs these programs, and opens it without waiting for the page. */
  meet(programs: Programs, trust?: Trust): Promise<void>;
}

/** Distinguishes versions by their last number. */
let published = 0;

export const test = base.extend<Fixtures & { attacker: Attacker }>({
  // Blocked attacks are reported on the console, mostly as policy violations; these tests expect them.
  problems: async ({ browserName: _any }, use) => use(new Problems()),
  attacker: async ({ browserName: _any }, use) => {
    const attacker = await Attacker.start();
    await use(attacker);
    await attacker.stop();
  },
  publish: async ({ stack, attacker }, use, testInfo) => {
    await use(async (programs, trust = 'sandboxed') => {
      published += 1;
      const version = `66.${testInfo.workerIndex}.${published}`;
      const folder = testInfo.outputPath(`guest-${published}`);
      await writeGuest(folder, version, programs, attacker);
      const signed = trust === 'trusted' ? { key: await keyOf('surveys') } : {};
      await publishBuilt(stack.deployRoot, folder, {}, signed);
    });
  },
  meet: async ({ page, signIn, publish }, use) => {
    await use(async (programs, trust) => {
      await signIn('patient', { storySteps });
      await publish(programs, trust);
      await openWhatever(page);
    });
  },
});

/** The frame that a guest runs in, or undefined. */
export const guestOf = (page: Page) => page.frames().find((frame) => frame.url().includes('/guest/'));

/** Opens the survey from the list of events without waiting for the page. */
export async function openWhatever(page: Page): Promise<void> {
  await page.goto('/profile/1/events');
  const left = page.waitForURL((url) => !url.pathname.endsWith('/events'), { waitUntil: 'commit' });
  const pressed = pressAdmissionSurvey(page);
  // On a page that freezes meanwhile the press never ends, until the page is closed.
  for (const step of [left, pressed]) step.catch(() => undefined);
  await Promise.race([left, pressed]);
}

/** Checks that the page responds to a tap: opens its menu and follows a link. */
export async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Help & Support' }).click();
  await screen(page, 'Help & Support');
}
