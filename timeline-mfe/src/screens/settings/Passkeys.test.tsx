import { screen, waitFor } from '@testing-library/react';
import type { Passkey } from 'mock-api/contract';
import { changeSettings } from 'shared-ui';
import {
  fakeApi,
  fakePasskeys,
  noPasskeys,
  openPage,
  openRoutes,
  PASSKEY_MADE,
  PASSKEY_WANTED,
} from 'shared-ui/testing';
import feature from '../../feature.tsx';

const LIST = 'GET v1/passkeys';
const ASK = 'POST v1/passkeys/registration/options';
const ADD = 'POST v1/passkeys/registration/verify';
const phone: Passkey = {
  id: 'p1',
  device: 'Safari on iPhone',
  synced: true,
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: '2026-11-21T08:30:00Z',
};
const computer: Passkey = { ...phone, id: 'p2', device: 'Edge on Windows', synced: false, lastUsedAt: null };

const open = () => openRoutes(feature.routes, '/app/settings');
const add = () => screen.findByRole('button', { name: 'Add a passkey' });

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(noPasskeys);

test('each passkey shows its device and when it was last used', async () => {
  fakeApi({ [LIST]: [phone, computer] });
  await open();
  expect(await screen.findByText('Safari on iPhone')).toBeVisible();
  expect(screen.getByText('Last used: Nov 21, 2026')).toBeVisible();
  expect(screen.getByText('Added: Nov 20, 2026')).toBeVisible();
  expect(screen.getAllByText('Also on your other devices')).toHaveLength(1);
});

test('a new passkey is added to the list and announced', async () => {
  fakePasskeys();
  const calls = fakeApi({ [LIST]: [], [ASK]: PASSKEY_WANTED, [ADD]: phone });
  const user = await open();
  expect(await screen.findByText('You have no passkey yet.')).toBeVisible();
  await user.click(await add());
  expect(
    await screen.findByText('Your passkey has been added. You can sign in with it from now on.'),
  ).toBeInTheDocument();
  expect(screen.getByText('Safari on iPhone')).toBeVisible();
  expect(calls.find(({ route }) => route === ADD)?.body).toEqual({ credential: PASSKEY_MADE });
});

test.each([
  ['NotAllowedError', 'No passkey was added.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['SecurityError', 'This browser can’t make a passkey here.'],
])('%s shows an explanation and sends nothing', async (fault, expected) => {
  fakePasskeys(fault);
  const calls = fakeApi({ [LIST]: [], [ASK]: PASSKEY_WANTED });
  const user = await open();
  await user.click(await add());
  expect(await screen.findByRole('alert')).toHaveTextContent(expected);
  expect(calls.map(({ route }) => route)).not.toContain(ADD);
});

test('AddPasskey shows the server’s message when the request is refused', async () => {
  fakePasskeys();
  const full = {
    status: 409,
    body: { error: { code: 'TOO_MANY_PASSKEYS', message: 'An account can have 10 passkeys.' } },
  };
  fakeApi({ [LIST]: [], [ASK]: full });
  const user = await open();
  await user.click(await add());
  expect(await screen.findByRole('alert')).toHaveTextContent('An account can have 10 passkeys.');
});

test('a removed passkey leaves the list, and the heading gets the focus', async () => {
  const calls = fakeApi({ [LIST]: [phone, computer], 'DELETE v1/passkeys/p1': undefined });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove the passkey for Safari on iPhone' }));
  expect(await screen.findByText(/^The passkey for Safari on iPhone has been removed/)).toBeInTheDocument();
  expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
  expect(calls.map(({ route }) => route)).toContain('DELETE v1/passkeys/p1');
});

test('a passkey that can’t be removed stays and shows an error', async () => {
  fakeApi({ [LIST]: [phone] });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove the passkey for Safari on iPhone' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be removed');
  await waitFor(() => expect(screen.getByText('Safari on iPhone')).toBeVisible());
});

test('a browser without passkey support lists passkeys but can’t add one', async () => {
  fakeApi({ [LIST]: [phone] });
  await open();
  expect(await screen.findByText('This browser can’t make a passkey here.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
