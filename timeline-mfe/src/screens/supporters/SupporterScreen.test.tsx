import { act, screen, waitFor, within } from '@testing-library/react';
import type { Supporter } from 'mock-api/contract';
import { loadSupporters, runtimeConfig, store } from 'shared-ui';
import { fakeApi, openPage, openRoutes, pretendVisible, setRuntimeConfig, supporter } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
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

pretendVisible();
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
  const seen = within(await screen.findByRole('region', { name: 'What Sam Avery sees' }));
  expect(seen.getByText(/^Care plans/)).toHaveTextContent('Shown');
  await user.click(screen.getByRole('switch', { name: 'Can view care plans' }));
  expect(seen.getByText(/^Care plans/)).toHaveTextContent('Hidden');
  expect(await axeViolations()).toEqual([]);
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

const zoe = supporter({ id: 'zoe', name: 'Zoë', acceptedAt: '2026-11-25T15:00:00.000Z' });
const lee = supporter({ id: 'lee', name: 'Lee', status: 'PENDING' });
const openOne = (one: Supporter, remove?: unknown) => {
  const calls = fakeApi({
    ...routes({ 'GET v1/supporters': [one] }),
    ...(remove === null ? {} : { [`DELETE v1/supporters/${one.id}`]: remove }),
  });
  return { calls, opened: open(one.id) };
};

test.each([
  [zoe, 'Remove', 'Remove Zoë?', 'Yes, remove Zoë', 'Zoë has been removed'],
  [
    lee,
    'Withdraw the invitation',
    'Withdraw the invitation to Lee?',
    'Yes, withdraw it',
    'The invitation to Lee has been withdrawn',
  ],
] as const)(
  'SupporterScreen ends support only after a question, and says what happened (%#)',
  async (one, press, title, yes, done) => {
    const { calls, opened } = openOne(one);
    const user = await opened;
    const button = await screen.findByRole('button', { name: press });
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(calls.filter(({ route }) => route.startsWith('DELETE'))).toEqual([]);
    await user.click(button);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: yes }));
    const heading = await screen.findByRole('heading', { name: done });
    expect(screen.getByRole('status')).toHaveTextContent(done);
    expect(heading.closest('[tabindex]')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'See all supporters' })).toBeVisible();
    expect(store.getState().supporters.list).toEqual([]);
  },
);

test('SupporterScreen keeps a supporter who could not be removed, and counts one who has just left as removed', async () => {
  const { opened } = openOne(zoe, { status: 503, body: { error: { code: 'UNAVAILABLE', message: '' } } });
  const user = await opened;
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, remove Zoë' }));
  };
  await remove();
  expect(await screen.findByRole('alert')).toHaveTextContent('Zoë could not be removed. Please try again.');
  fakeApi({
    ...routes(),
    'DELETE v1/supporters/zoe': { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } },
  });
  await remove();
  expect(await screen.findByRole('heading', { name: 'Zoë has been removed' })).toBeVisible();
});

test('SupporterScreen offers to remove anyone outside the demo', async () => {
  setRuntimeConfig({ ...runtimeConfig(), demo: false });
  fakeApi(routes());
  await open();
  expect(await screen.findByRole('button', { name: 'Remove' })).toBeEnabled();
  expect(screen.queryByText(/demo/)).not.toBeInTheDocument();
});
