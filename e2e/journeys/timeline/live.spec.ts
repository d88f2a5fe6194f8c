import { expect, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens.ts';
import { staffSession } from '../../support/staff.ts';

test('an event that the desk sends appears on the open phone by itself, is read out, and leaves focus and place alone', async ({
  page,
  stack,
  signIn,
}) => {
  // Not one whose story has just begun again: after that a page reads everything anew.
  const token = await signIn('second');
  const staff = await staffSession(stack.api);
  const { id } = (await stack.api.call('GET', 'v1/users/me', { token })) as { id: string };
  const opened = page.waitForResponse((response) => response.url().includes('/api/v1/stream'));
  await page.goto('/app');
  await screen(page, /^Good /);
  expect((await opened).status()).toBe(200);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') lists.push(request.url());
  });
  const focused = page.getByRole('heading', { level: 1 });
  await expect(focused).toBeFocused();
  const body = { type: 0, name: 'A bed is ready for you', content: 'Level 4, room 12' };
  await stack.api.call('POST', `v1/desk/patients/${id}/events`, { token: staff, body });
  await expect(page.getByRole('link', { name: /A bed is ready for you/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'A bed is ready for you' })).toHaveCount(1);
  await expect(focused).toBeFocused();
  expect(lists, 'the one event is fetched, not the list').toEqual([]);
});
