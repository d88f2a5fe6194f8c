import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { staffSession } from '../../support/people/staff.ts';
import { screen } from '../../support/screens/screens.ts';

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
  const body = { type: 0, name: 'A bed is ready for you', content: 'Level 4, room 412' };
  await stack.api.call('POST', `v1/desk/patients/${id}/events`, { token: staff, body });
  await expect(page.getByRole('link', { name: /A bed is ready for you/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'A bed is ready for you' })).toHaveCount(1);
  await expect(focused).toBeFocused();
  expect(calls, 'the event came along with its news').toEqual([]);
});
