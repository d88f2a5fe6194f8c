import { screen } from '@testing-library/react';
import type { Passkey } from 'mock-api/contract';
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

beforeEach(openPage);
afterEach(noPasskeys);

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
  ['NotAllowedError', PASSKEY_WANTED, 'No passkey was added.'],
  ['InvalidStateError', PASSKEY_WANTED, 'This device already has a passkey for your account.'],
  ['NotSupportedError', PASSKEY_WANTED, 'This device or browser can’t make a passkey that is safe enough here.'],
  [
    undefined,
    { status: 409, body: { error: { code: 'TOO_MANY_PASSKEYS', message: 'You have ten.' } } },
    'You have ten.',
  ],
])(
  '%s shows an explanation and sends nothing, a refusal by the server its message',
  async (fault, answer, expected) => {
    fakePasskeys(fault);
    const calls = fakeApi({ [LIST]: [], [ASK]: answer });
    const user = await open();
    await user.click(await add());
    expect(await screen.findByRole('alert')).toHaveTextContent(expected);
    expect(calls.map(({ route }) => route)).not.toContain(ADD);
  },
);

test('each passkey shows its device and last use; a removed one leaves the list, and the heading gets the focus', async () => {
  fakeApi({ [LIST]: [phone, computer] });
  const user = await open();
  expect(await screen.findByText('Safari on iPhone')).toBeVisible();
  expect(screen.getByText('Last used: Nov 21, 2026')).toBeVisible();
  expect(screen.getByText('Added: Nov 20, 2026')).toBeVisible();
  expect(screen.getAllByText('Also on your other devices')).toHaveLength(1);
  const remove = () => user.click(screen.getByRole('button', { name: 'Remove the passkey for Safari on iPhone' }));
  await remove();
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be removed');
  expect(screen.getByText('Safari on iPhone')).toBeVisible();
  const calls = fakeApi({ 'DELETE v1/passkeys/p1': undefined });
  await remove();
  expect(await screen.findByText(/^The passkey for Safari on iPhone has been removed/)).toBeInTheDocument();
  expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
  expect(calls.map(({ route }) => route)).toContain('DELETE v1/passkeys/p1');
});

test('a browser without passkey support lists passkeys but can’t add one', async () => {
  fakeApi({ [LIST]: [phone] });
  await open();
  expect(await screen.findByText(/^This device or browser can’t make a passkey/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
