import type { Page } from 'playwright/test';
import { press } from './acts.ts';
import { answer, offline, refusalExpected } from './faults.ts';
import type { Group, ScreenState, World } from './screen-state.ts';

const ACCESS_LOG = { path: '/app/access-log', heading: 'Who looked at my records' };

/** Time to advance the page's clock (ms): the end of the session is only checked a while after the page has opened. */
const A_WHILE_MS = 61_000;
/** Time without use after which a session ends (ms). */
const IDLE_MS = 30 * 60_000;

type Before = NonNullable<ScreenState['before']>;

const HOME = { path: '/app', heading: /^Good / };

/** Sets when the session ends without use, and when it ends in any case. Only the time since `now` counts. */
function endsAt(idleAt: string, expiresAt: string): Before {
  return async (world) => {
    await world.page.clock.install();
    const now = '2026-11-20T12:00:00.000Z';
    await answer('GET sessions', { now, idleAt, expiresAt })(world);
  };
}

const SOON = '2026-11-20T12:01:30.000Z';
const TONIGHT = '2026-11-20T20:00:00.000Z';

async function waitAWhile(page: Page, dialog: string): Promise<void> {
  // Requests that are still pending would time out.
  await page.getByText('How was your stay?').waitFor();
  await page.clock.fastForward(A_WHILE_MS);
  await page.getByRole('dialog', { name: dialog }).waitFor();
}

/** Expects a session that has ended when it is checked. */
const ended: Before = async (world) => {
  await world.page.clock.install();
  await refusalExpected(world);
};

async function endIt(page: Page, { context }: World): Promise<void> {
  await context.route('**/api/v1/users/me', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByText('How was your stay?').waitFor();
  await page.clock.fastForward(IDLE_MS);
  await page.getByRole('heading', { name: 'Please Sign In' }).waitFor();
}

/** Views the results as a user, which adds an entry to the access log after the one of the sign-in. */
async function viewEvents({ stack: { api } }: World): Promise<void> {
  await api.call('GET', 'v1/results', { token: await api.signIn('patient') });
}

/** Goes offline while home is open. */
async function loseNetwork(page: Page, world: World): Promise<void> {
  await refusalExpected(world);
  await page.getByText('How was your stay?').waitFor();
  await world.context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
}

/** Home and what the frame opens over it, after the whole story was played. */
export const APP: Group = {
  name: 'app',
  as: 'patient',
  states: [
    { name: 'home', see: 'How was your stay?', path: '/app', heading: /^Good / },
    { name: 'offline', ...HOME, act: loseNetwork, see: 'How was your stay?' },
    {
      name: 'menu',
      see: 'How was your stay?',
      path: '/app',
      heading: /^Good /,
      act: async (page) => {
        await press(page, 'Menu');
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      },
    },
    { name: 'settings', path: '/app/settings', heading: 'User Settings' },
    { name: 'demo', see: 'The story is complete.', path: '/app/demo', heading: 'Demo story' },
    {
      name: 'demo-restart',
      path: '/app/demo',
      heading: 'Demo story',
      act: async (page) => {
        await press(page, 'Start again');
        await page.getByRole('dialog', { name: 'Start the story again?' }).waitFor();
      },
    },
    {
      name: 'sideways',
      path: '/app',
      heading: /^Good /,
      act: async (page) => {
        await page.setViewportSize({ width: 844, height: 390 });
        await page.getByRole('alertdialog').waitFor();
      },
    },
    { name: 'help', path: '/app/help', heading: 'Help & Support' },
    {
      name: 'session-ends',
      ...HOME,
      before: endsAt(SOON, TONIGHT),
      act: (page) => waitAWhile(page, 'Are you still there?'),
    },
    {
      name: 'session-ends-at-last',
      ...HOME,
      before: endsAt(SOON, SOON),
      act: (page) => waitAWhile(page, 'Please sign in again soon'),
    },
    { name: 'session-over', ...HOME, before: ended, act: endIt, see: /^You were signed out after 30 minutes/ },
    { name: 'access-log', ...ACCESS_LOG, before: viewEvents, see: 'Looked at your results' },
    {
      name: 'access-log-empty',
      ...ACCESS_LOG,
      before: answer('access-log', []),
      see: 'Nothing has been looked at yet',
    },
    {
      name: 'access-log-failed',
      ...ACCESS_LOG,
      before: offline('access-log'),
      see: 'The list can’t be shown just now',
    },
  ],
};
