import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens.ts';
import { staffSession } from '../../support/staff.ts';
import { isStream, openRequests } from '../../support/traffic.ts';

test('a new desk event appears and is announced without moving focus', JOURNEY, async ({ page, stack, signIn }) => {
  // The story of this account was not just restarted: after a restart, a page fetches everything again.
  const token = await signIn('second');
  const staff = await staffSession(stack.api);
  const { id } = (await stack.api.call('GET', 'v1/users/me', { token })) as { id: string };
  const opened = page.waitForResponse((response) => response.url().includes('/api/v1/stream'));
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
  await page.goto('/app');
  await screen(page, /^Good /);
  expect((await opened).status()).toBe(200);
  await (await listed).finished();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/events')) calls.push(request.url());
  });
  const focused = page.getByRole('heading', { level: 1 });
  await expect(focused).toBeFocused();
  const body = { type: 0, name: 'A bed is ready for you', content: 'Level 4, room 12' };
  await stack.api.call('POST', `v1/desk/patients/${id}/events`, { token: staff, body });
  await expect(page.getByRole('link', { name: /A bed is ready for you/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'A bed is ready for you' })).toHaveCount(1);
  await expect(focused).toBeFocused();
  expect(calls, 'the event came along with its news').toEqual([]);
});

/** Resolves with the delays of the timers that have run since the last call (ms; 0 for a frame). */
const runsOf = (page: Page) => page.evaluate(() => (window as unknown as { runs: number[] }).runs.splice(0));

/** Records the timers that a page runs. */
const noteRuns = () => {
  const runs: number[] = [];
  const { setTimeout: later, setInterval: again, requestAnimationFrame: nextFrame } = window;
  const noting = (ms: number, work: TimerHandler) => () => {
    runs.push(ms);
    if (typeof work === 'function') work();
  };
  Object.assign(window, {
    runs,
    setTimeout: (work: TimerHandler, ms = 0) => later(noting(ms, work), ms),
    setInterval: (work: TimerHandler, ms = 0) => again(noting(ms, work), ms),
    requestAnimationFrame: (work: FrameRequestCallback) => nextFrame((at) => noting(0, () => work(at))()),
  });
};

test('idle page runs no timer shorter than 15 s', async ({ page, signIn, stopClock }) => {
  await signIn('second');
  // However slow the machine is, only the seconds that the test adds pass in the page.
  await page.clock.install();
  await stopClock();
  await page.addInitScript(noteRuns);
  // Patients of a hospital have no story that advances by itself.
  await page.route('**/api/v1/story', (route) => route.fulfill({ json: { series: [], isStoryDone: true } }));
  const open = openRequests(page);
  let isOpen = false;
  page.on('response', (response) => {
    isOpen ||= isStream(response.request());
  });
  /** Advances the page's clock second by second, each time waiting for the responses to its requests. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await page.clock.runFor(1_000);
      await expect.poll(() => open.size).toBe(0);
    }
  };
  await page.goto('/app');
  await expect
    .poll(async () => {
      await pass(1);
      return isOpen && (await page.getByRole('heading', { level: 1, name: /^Good / }).isVisible());
    })
    .toBe(true);
  // Together less than the 45 s after which a silent stream is closed: the server's heartbeats follow its own clock.
  await pass(10);
  await runsOf(page);
  await pass(30);
  expect((await runsOf(page)).filter((ms) => ms < 15_000)).toEqual([]);
});
