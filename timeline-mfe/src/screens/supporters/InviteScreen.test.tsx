import { screen, waitFor, within } from '@testing-library/react';
import { EVENT_TYPE, runtimeConfig, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, setRuntimeConfig, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const POST = 'POST v1/supporters';
const invited = {
  supporter: supporter({ id: 'lee', name: 'Lee', status: 'PENDING' }),
  event: careEvent({ id: 'lee-invited', type: EVENT_TYPE.SUPPORTER, status: 'PENDING', name: 'Lee' }),
};

const routes = (more: Record<string, unknown> = {}) => ({
  'GET events': [],
  'GET v1/profiles': [jordan, maya],
  'GET v1/notifications': [],
  'GET v1/supporters': [],
  ...more,
});

const open = async (profileId = 1) => {
  const user = await openRoutes(feature.routes, `/profile/${profileId}/supporters`);
  await user.click(await screen.findByRole('link', { name: 'Add new' }));
  await screen.findByRole('heading', { level: 1, name: 'Invite a supporter' });
  return user;
};
const name = () => screen.getByLabelText('Name');
const phone = () => screen.getByLabelText('Mobile Phone Number');
const preview = () => screen.getByLabelText('Text message');

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('InviteScreen starts with "+1 " and shows the text message, which can’t be edited', async () => {
  fakeApi(routes());
  const user = await open();
  expect(phone()).toHaveValue('+1 ');
  expect(preview()).toHaveAttribute('readonly');
  await user.type(name(), 'Lee');
  const message =
    'Hello Lee, Jordan Avery has invited you to follow their hospital stay as a supporter with Lodestar: http://localhost/onboarding/invitation/…';
  await waitFor(() => expect(preview()).toHaveValue(message));
});

test('InviteScreen lists missing fields in a summary that links to them', async () => {
  const calls = fakeApi(routes());
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Send Invite' }));
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(summary).toHaveFocus());
  expect(within(summary).getByRole('link', { name: 'Required' })).toBeVisible();
  await user.click(within(summary).getByRole('link', { name: 'Mobile Phone Number is required' }));
  expect(phone()).toHaveFocus();
  expect(calls.map(({ route }) => route)).not.toContain(POST);
});

test('InviteScreen shows “Invite Sent” and adds the pending supporter and event, and Done returns to the list', async () => {
  const calls = fakeApi(routes({ [POST]: invited }));
  const user = await open();
  await user.type(name(), ' Lee ');
  await user.type(phone(), '416-555-0199');
  await user.click(screen.getByRole('button', { name: 'Send Invite' }));
  expect(await screen.findByText('Invite Sent')).toBeVisible();
  expect(calls.at(-1)).toEqual({ route: POST, body: { name: 'Lee', phone: '+1 416-555-0199' } });
  expect(store.getState().events.list).toEqual([invited.event]);
  expect(name()).toHaveAttribute('readonly');
  // Makes room, so that Done stays on the screen.
  expect(screen.queryByLabelText('Text message')).not.toBeInTheDocument();

  const done = screen.getByRole('button', { name: 'Done' });
  await waitFor(() => expect(done).toHaveFocus());
  await user.click(done);
  await waitFor(() => expect(location.pathname).toBe('/profile/1/supporters'));
  expect(await screen.findByRole('link', { name: /Lee.*Pending/ })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Add new' })).toHaveFocus());
});

test.each([
  ['approved', 1],
  ['any', 0],
] as const)(
  'a sent invite mentions the review of other email domains only if there is one (%s)',
  async (invitedDomains, times) => {
    setRuntimeConfig({ ...runtimeConfig(), invitedDomains });
    fakeApi(routes({ [POST]: invited }));
    const user = await open();
    await user.type(name(), 'Lee');
    await user.type(phone(), '416-555-0199');
    await user.click(screen.getByRole('button', { name: 'Send Invite' }));
    expect(await screen.findByText('Invite Sent')).toBeVisible();
    expect(screen.queryAllByText(/the hospital reviews their account first/)).toHaveLength(times);
  },
);

test.each([
  [
    'in the server’s words',
    { status: 429, body: { error: { message: 'We have already sent several.' } } },
    'We have already sent several.',
  ],
  ['in our own when it has none', { status: 500, body: {} }, 'The invite could not be sent.'],
])('an invite that can’t be sent shows an error %s and keeps the input', async (_, answer, expected) => {
  fakeApi(routes({ [POST]: answer }));
  const user = await open();
  await user.type(name(), 'Lee');
  await user.type(phone(), '4165550199');
  await user.click(screen.getByRole('button', { name: 'Send Invite' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(expected);
  expect(name()).toHaveValue('Lee');
  expect(phone()).toHaveValue('+1 4165550199');
  expect(screen.getByRole('button', { name: 'Send Invite' })).toBeEnabled();
});

test('InviteScreen redirects from other profiles', async () => {
  fakeApi(routes());
  await openRoutes(feature.routes, '/profile/2/supporters/create');
  await waitFor(() => expect(location.pathname).toBe('/profile/2/supporters'));
});
