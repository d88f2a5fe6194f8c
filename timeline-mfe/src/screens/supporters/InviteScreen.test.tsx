import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { EVENT_TYPE, runtimeConfig, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, setRuntimeConfig, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const POST = 'POST v1/supporters';
const invited = {
  supporter: supporter({ id: 'lee', name: 'Lee', status: 'PENDING' }),
  event: careEvent({ id: 'lee-invited', type: EVENT_TYPE.SUPPORTER, status: 'PENDING', name: 'Lee' }),
};

const routes = (more: Record<string, unknown> = {}) => ({
  ...timeline([], [], [jordan, maya]),
  'GET v1/supporters': [],
  ...more,
});

const open = async () => {
  const user = await openRoutes(feature.routes, '/profile/1/supporters');
  await user.click(await screen.findByRole('link', { name: 'Add new' }));
  await screen.findByRole('heading', { level: 1, name: 'Invite a supporter' });
  return user;
};
const name = () => screen.getByLabelText('Name');
const phone = () => screen.getByLabelText('Mobile Phone Number');
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send Invite' }));
const preview = () => screen.getByLabelText('Text message');

beforeEach(openPage);

test('InviteScreen starts with "+1 " and shows the text message, which can’t be edited; a summary links to missing fields', async () => {
  const calls = fakeApi(routes());
  const user = await open();
  expect(phone()).toHaveValue('+1 ');
  expect(preview()).toHaveAttribute('readonly');
  await send(user);
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(summary).toHaveFocus());
  expect(within(summary).getByRole('link', { name: 'Required' })).toBeVisible();
  await user.click(within(summary).getByRole('link', { name: 'Mobile Phone Number is required' }));
  expect(phone()).toHaveFocus();
  expect(calls.map(({ route }) => route)).not.toContain(POST);
  await user.type(name(), 'Lee');
  const message =
    'Hello Lee, Jordan Avery has invited you to follow their hospital stay as a supporter with Lodestar: http://localhost/onboarding/invitation/…';
  await waitFor(() => expect(preview()).toHaveValue(message));
});

test('InviteScreen shows “Invite Sent” and adds the pending supporter and event, and Done returns to the list', async () => {
  fakeApi(routes({ [POST]: { status: 429, body: { error: { message: 'We have already sent several.' } } } }));
  const user = await open();
  await user.type(name(), ' Lee ');
  await user.type(phone(), '416-555-0199');
  await send(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('We have already sent several.');
  const calls = fakeApi({ [POST]: invited });
  await send(user);
  expect(await screen.findByText('Invite Sent')).toBeVisible();
  expect(screen.getByText(/the hospital reviews their account first/)).toBeVisible();
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

test('a sent invite does not mention the review of other email domains where any domain is accepted', async () => {
  setRuntimeConfig({ ...runtimeConfig(), invitedDomains: 'any' });
  fakeApi(routes({ [POST]: invited }));
  const user = await open();
  await user.type(name(), 'Lee');
  await user.type(phone(), '416-555-0199');
  await send(user);
  expect(await screen.findByText('Invite Sent')).toBeVisible();
  expect(screen.queryByText(/the hospital reviews their account first/)).toBeNull();
});

test('InviteScreen redirects from other profiles', async () => {
  fakeApi(routes());
  await openRoutes(feature.routes, '/profile/2/supporters/create');
  await waitFor(() => expect(location.pathname).toBe('/profile/2/supporters'));
});
