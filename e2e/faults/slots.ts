import type { Locator, Page } from 'playwright/test';
import { expect } from '../support/fixtures.ts';
import type { Account } from '../support/hospital/api.ts';
import { pressAdmissionSurvey, STEPS_TO_ADMISSION_SURVEY } from '../support/screens/screens.ts';
import type { PatientRemote } from './faults.ts';

/** One remote's slot: how to open it, which parts of the shell surround it, and what it shows. */
export interface Slot {
  remote: PatientRemote;
  as?: Account;
  storySteps?: number;
  open(page: Page): Promise<void>;
  /** Parts of the shell, which must stay visible when the remote fails. */
  frame(page: Page): Locator[];
  content(page: Page): Locator;
  apology: string;
}

const banner = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile sections' });

// A silent remote delays the load event, so navigation only waits for the commit.
const go = (path: string) => async (page: Page) => {
  await page.goto(path, { waitUntil: 'commit' });
};

export const SLOTS: Record<PatientRemote, Slot> = {
  onboarding: {
    remote: 'onboarding',
    open: go('/onboarding/welcome'),
    frame: (page) => [page.getByRole('main')],
    content: (page) => page.getByRole('heading', { level: 1, name: 'Welcome to Lodestar' }),
    apology: 'This page can’t be shown just now',
  },
  timeline: {
    remote: 'timeline',
    as: 'patient',
    open: go('/app'),
    frame: (page) => [banner(page), page.getByRole('main'), page.getByRole('navigation', { name: 'Profiles' })],
    content: (page) => page.getByRole('heading', { level: 1, name: /^Good / }),
    apology: 'Your timeline can’t be shown just now',
  },
  records: {
    remote: 'records',
    as: 'patient',
    open: go('/profile/1/results'),
    frame: (page) => [banner(page), page.getByRole('main'), tabs(page)],
    content: (page) => page.getByRole('heading', { level: 1, name: 'My Results' }),
    apology: 'Your results can’t be shown just now',
  },
  surveys: {
    remote: 'surveys',
    as: 'patient',
    storySteps: STEPS_TO_ADMISSION_SURVEY,
    async open(page) {
      await page.goto('/profile/1/events', { waitUntil: 'commit' });
      await pressAdmissionSurvey(page);
    },
    frame: (page) => [
      banner(page),
      tabs(page),
      page.getByRole('heading', { level: 1, name: 'How was your admission?' }),
    ],
    content: (page) => page.getByRole('button', { name: 'Send feedback' }),
    apology: 'This survey can’t be shown just now',
  },
};

export async function expectFrame(page: Page, slot: Slot): Promise<void> {
  for (const part of slot.frame(page)) await expect(part).toBeVisible();
}

/**
 * Checks that the remote's error message is shown, its frame is intact, and nothing else on the page reports an error.
 */
export async function expectApology(page: Page, slot: Slot): Promise<void> {
  await expect(page.getByText(slot.apology)).toBeVisible();
  await expectFrame(page, slot);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await expect(page.getByText('This page could not be started.')).toBeHidden();
}
