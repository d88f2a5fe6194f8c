import { screen, waitFor, within } from '@testing-library/react';
import type { OwnDataState } from 'mock-api/contract';
import { paths, store } from 'shared-ui';
import { fakeApi, openPage, openRoutes, patient, updateSlice } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const STATE = 'GET v1/own-data';
const CONFIRM = 'POST v1/own-data/confirmation';
const PDF = `GET v1/own-data/export.pdf?timeZone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
const ERASE = 'DELETE v1/own-data';
const state: OwnDataState = { proof: 'password', maskedPhone: '••• 0101', confirmedUntil: null, mayErase: true };

/** Names of the downloaded files. */
const saved: string[] = [];

beforeEach(() => {
  openPage();
  saved.length = 0;
  URL.createObjectURL = () => 'blob:file';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const open = async (button: string, title: string) => {
  const login = { path: paths.onboarding.login, element: null };
  const user = await openRoutes([...feature.routes, login], '/app/settings');
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) };
};
const CONFIRMING = 'Please confirm that it’s you';
const refused = (code: string, message: string) => ({ status: 403, body: { error: { code, message } } });

test('OwnData asks for the password, says why it was refused, then downloads the PDF', async () => {
  const verdicts: unknown[] = [refused('PASSWORD_WRONG', 'This isn’t your password.'), state];
  const pdf = new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
  const calls = fakeApi({
    [STATE]: state,
    [CONFIRM]: () => verdicts.shift(),
    [PDF]: pdf,
  });
  const { user, dialog } = await open('Download as a PDF', CONFIRMING);
  const password = await dialog.findByLabelText('Your password');
  expect(password).toHaveAttribute('autocomplete', 'current-password');
  await user.type(password, 'Wrong-pass1');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This isn’t your password.');
  expect(saved).toEqual([]);
  await user.clear(password);
  await user.type(password, 'Demo-pass1');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\.pdf$/)]));
  expect(calls.filter(({ route }) => route === CONFIRM).map(({ body }) => body)).toEqual([
    { password: 'Wrong-pass1' },
    { password: 'Demo-pass1' },
  ]);
  expect(await screen.findByText('Your download is ready.')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('OwnData texts a PIN to a person without a password', async () => {
  const calls = fakeApi({
    [STATE]: { ...state, proof: 'pin' },
    'POST v1/sessions/pin': { maskedPhone: '••• 0101', expiresAt: '2026-11-26T12:00:00Z' },
    [CONFIRM]: state,
    'GET v1/own-data/export': { format: 'lodestar-own-data' },
  });
  const { user, dialog } = await open('Download as a JSON file', CONFIRMING);
  expect(await dialog.findByText(/We’ll text a 4-digit code to ••• 0101/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Text me a code' }));
  expect(await dialog.findByText('The code is on its way.')).toBeVisible();
  await user.type(dialog.getByLabelText('Code from the text message'), '4821');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\.json$/)]));
  expect(calls.find(({ route }) => route === CONFIRM)?.body).toEqual({ pin: '4821' });
});

test('OwnData says what is erased and what stays, and ends the session after the erasure', async () => {
  const calls = fakeApi({ [STATE]: state, [CONFIRM]: state, [ERASE]: undefined, 'DELETE v1/sessions': undefined });
  const { user, dialog } = await open('Erase my account', 'Erase your account?');
  expect(dialog.getByText(/who viewed and changed your data, without your name/)).toBeVisible();
  expect(dialog.getByText('This can’t be undone.')).toBeVisible();
  await user.type(await dialog.findByLabelText('Your password'), 'Demo-pass1');
  expect(calls.map(({ route }) => route)).not.toContain(ERASE);
  await user.click(dialog.getByRole('button', { name: 'Erase for good' }));
  await waitFor(() => expect(store.getState().session.status).toBe('anonymous'));
  await waitFor(() => expect(location.pathname + location.search).toBe('/onboarding/login?erased'));
  const order = calls.map(({ route }) => route).filter((route) => [CONFIRM, ERASE].includes(route));
  expect(order).toEqual([CONFIRM, ERASE]);
});

test('OwnData does not offer staff to erase their account', async () => {
  fakeApi({});
  updateSlice('session', { me: { ...patient, roleType: 'staff' } });
  await openRoutes(feature.routes, '/app/settings');
  expect(await screen.findByText(/Staff accounts can’t be erased here/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase my account' })).not.toBeInTheDocument();
});
