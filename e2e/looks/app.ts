import type { Page } from 'playwright/test';
import type { Visit } from '../support/fixtures.ts';
import { press } from '../support/screens/screens.ts';
import { answer, refusalExpected } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

const HOME = { path: '/app', heading: /^Good / };
const DEMO = { path: '/app/demo', heading: 'Demo story' };
const STORY_TOLD = 'How was your stay?';

/** Time to advance the page's clock (ms): the end of the session is only checked a while after the page has opened. */
const A_WHILE_MS = 61_000;

const dialogOpens = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

/** Makes the session end in 90 seconds without use. Only the time since `now` counts. */
async function endsSoon(world: Visit): Promise<void> {
  await world.page.clock.install();
  const ends = {
    now: '2026-11-20T12:00:00.000Z',
    idleAt: '2026-11-20T12:01:30.000Z',
    expiresAt: '2026-11-20T20:00:00.000Z',
  };
  await answer('GET sessions', ends)(world);
}

/** Home and what the frame opens over it, after the whole story was played. */
const FRAME: ScreenState[] = [
  {
    name: 'offline',
    ...HOME,
    before: refusalExpected,
    act: async (page, { context }) => {
      await page.getByText(STORY_TOLD).waitFor();
      await context.setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
  },
  {
    name: 'menu',
    ...HOME,
    act: async (page) => {
      await press(page, 'Menu');
      await dialogOpens(page, 'Menu');
    },
    see: STORY_TOLD,
  },
  {
    name: 'sideways',
    ...HOME,
    act: async (page) => {
      await page.setViewportSize({ width: 844, height: 390 });
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'session-ends',
    ...HOME,
    before: endsSoon,
    act: async (page) => {
      // Requests that are still pending would time out.
      await page.getByText(STORY_TOLD).waitFor();
      await page.clock.fastForward(A_WHILE_MS);
      await dialogOpens(page, 'Are you still there?');
    },
  },
];

const MENU: ScreenState[] = [
  {
    name: 'settings-errors',
    path: '/app/settings',
    heading: 'User Settings',
    act: async (page) => {
      await page.locator('input[type=email]').fill('jordan');
      await page.locator('input[name=mobilePhone]').fill('555');
      await press(page, 'Save');
    },
    see: 'Invalid Email',
  },
  {
    name: 'demo-restart',
    ...DEMO,
    act: async (page) => {
      await press(page, 'Start again');
      await dialogOpens(page, 'Start the story again?');
    },
  },
];

export const APP: Group = {
  name: 'app',
  walks: [
    { name: 'home and its frame', as: 'patient', states: FRAME },
    { name: 'menu', as: 'patient', states: MENU },
  ],
};
