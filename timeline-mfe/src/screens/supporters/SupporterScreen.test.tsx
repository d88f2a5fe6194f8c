import { act, screen, within } from '@testing-library/react';
import { loadSupporters, store } from 'shared-ui';
import { fakeApi, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const sam = supporter({ id: 'sam', name: 'Sam Avery', content: 'Since March' });
const PATCH = 'PATCH v1/supporters/sam';

const routes = (more: Record<string, unknown> = {}) => ({ ...timeline([]), 'GET v1/supporters': [sam], ...more });

const open = async (id = 'sam') => {
  const user = await openRoutes(feature.routes, `/profile/1/supporters/details/${id}`);
  await screen.findByRole('heading', { level: 1 });
  return user;
};

beforeEach(openPage);

test('a supporter has five permissions, all enabled by default', async () => {
  fakeApi(routes());
  await open();
  const switches = await screen.findAllByRole('switch');
  expect(switches.map((one) => one.closest('label')?.textContent)).toEqual([
    'Receives notifications of patient status updates',
    'Can view medical records',
    'Can view diagnostic results',
    'Can view care plans',
    'Able to provide the hospital with feedback',
  ]);
  for (const one of switches) expect(one).toBeChecked();
  expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
});

test('Update saves the permissions on the server and shows a confirmation until the next change', async () => {
  const permissions = { ...sam.permissions, carePlans: false };
  const calls = fakeApi(routes({ [PATCH]: { ...sam, permissions } }));
  const user = await open();
  await user.click(await screen.findByRole('switch', { name: 'Can view care plans' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Permissions have been updated.')).toBeVisible();
  expect(calls.at(-1)).toEqual({ route: PATCH, body: { permissions } });
  expect(store.getState().supporters.list[0]?.permissions).toEqual(permissions);
  await user.click(screen.getByRole('switch', { name: 'Can view care plans' }));
  expect(screen.queryByText('Permissions have been updated.')).not.toBeInTheDocument();
});

test('an unknown supporter shows a not-found message with a link to the list', async () => {
  fakeApi(routes());
  await open('nobody');
  expect(await screen.findByRole('heading', { name: 'This supporter is no longer here' })).toBeVisible();
  const link = within(screen.getByRole('heading', { level: 2 }).closest('div')?.parentElement as HTMLElement);
  expect(link.getByRole('link', { name: 'See all supporters' })).toHaveAttribute('href', '/profile/1/supporters');
});

test('the permissions follow a change made on another phone', async () => {
  fakeApi(routes());
  await open();
  expect(await screen.findByRole('switch', { name: 'Can view care plans' })).toBeChecked();
  fakeApi(routes({ 'GET v1/supporters': [{ ...sam, permissions: { ...sam.permissions, carePlans: false } }] }));
  await act(() => loadSupporters());
  expect(screen.getByRole('switch', { name: 'Can view care plans' })).not.toBeChecked();
});
