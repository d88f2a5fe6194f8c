import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { EVENT_TYPE, runtimeConfig, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, setRuntimeConfig, supporter } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const POST = 'POST v1/supporters';
const { permissions: ALL } = supporter({ id: 'anyone' });
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
    'Hello Lee. Jordan Avery has invited you to follow their hospital stay as a supporter with Lodestar: http://localhost/onboarding/invitation/…';
  await waitFor(() => expect(preview()).toHaveValue(message));
});

test('InviteScreen shows what the supporter will see, by the chosen permissions, and sends nothing of it', async () => {
  const { RESULT, MESSAGE, PHYSICIAN } = EVENT_TYPE;
  const events = [
    careEvent({ id: 'xray', type: RESULT, name: 'Chest X-ray' }),
    careEvent({ id: 'older', type: RESULT, name: 'Blood test' }),
    careEvent({ id: 'private', type: MESSAGE, name: 'A private message' }),
    careEvent({ id: 'hers', type: PHYSICIAN, profileId: 2, name: 'The physician of Maya' }),
  ];
  const calls = fakeApi({ ...routes(), 'GET events': events, [POST]: invited });
  const user = await open();
  const list = () => within(screen.getByRole('region', { name: /^What .* sees?$/ }));
  const lines = () => list().getAllByRole('listitem');
  expect(list().getByRole('heading', { name: 'What your supporter sees' })).toBeVisible();
  await user.type(name(), 'Zoë');
  expect(list().getByRole('heading', { name: 'What Zoë sees' })).toBeVisible();
  expect(lines().map((line) => line.textContent)).toEqual([
    'What happens next, appointments and news of the stay: Shown',
    'Test results: ShownSuch as: Chest X-ray',
    'Care plans, medications and care team: Shown',
    'Allergies, conditions and vaccines: Shown',
    'Surveys, and questions to the hospital: Shown',
  ]);
  const updates = screen.getByRole('switch', { name: 'Receives notifications of patient status updates' });
  expect(updates).toHaveAccessibleDescription(/can’t see what happens next, appointments or news of your stay/);
  await user.click(updates);
  await user.click(screen.getByRole('switch', { name: 'Can view medical records' }));
  expect(lines().map((line) => /Shown|Hidden/.exec(line.textContent ?? '')?.[0])).toEqual([
    'Hidden',
    'Hidden',
    'Hidden',
    'Hidden',
    'Shown',
  ]);
  expect(screen.queryByText(/Chest X-ray/)).not.toBeInTheDocument();
  const results = screen.getByRole('switch', { name: 'Can view diagnostic results' });
  expect(results).toHaveAccessibleDescription('Only opens when “Can view medical records” is on.');
  expect(await axeViolations()).toEqual([]);
  await user.type(phone(), '416-555-0199');
  await send(user);
  await screen.findByText('Invite Sent');
  const permissions = { ...ALL, statusUpdates: false, medicalRecords: false };
  expect(calls.at(-1)).toEqual({ route: POST, body: { name: 'Zoë', phone: '+1 416-555-0199', permissions } });
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
  expect(screen.getByText(/their account is reviewed first/)).toBeVisible();
  expect(calls.at(-1)).toEqual({ route: POST, body: { name: 'Lee', phone: '+1 416-555-0199', permissions: ALL } });
  expect(store.getState().events.list).toEqual([invited.event]);
  expect(name()).toHaveAttribute('readonly');
  // Makes room, so that Done stays on the screen.
  expect(screen.queryByLabelText('Text message')).not.toBeInTheDocument();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();

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
  expect(screen.queryByText(/their account is reviewed first/)).toBeNull();
});

test('InviteScreen redirects from other profiles', async () => {
  fakeApi(routes());
  await openRoutes(feature.routes, '/profile/2/supporters/create');
  await waitFor(() => expect(location.pathname).toBe('/profile/2/supporters'));
});
