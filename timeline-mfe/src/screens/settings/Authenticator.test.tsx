import { screen, waitFor } from '@testing-library/react';
import { openSession } from 'shared-ui';
import { fakeApi, openPage, openRoutes, patient } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const OWN = 'GET v1/authenticator';
const REMOVE = 'DELETE v1/authenticator';
const REFUSED = { status: 403, body: { error: { code: 'CONFIRMATION_REQUIRED', message: 'Please confirm first.' } } };

const routes = (): Record<string, unknown> => ({
  [OWN]: { authenticatorSince: '2026-11-20T10:00:00Z', recoveryCodesLeft: 1 },
  [REMOVE]: REFUSED,
  'GET v1/own-data': { proof: 'password', maskedPhone: '', confirmedUntil: null, mayErase: false },
  'POST v1/own-data/confirmation': { proof: 'password', maskedPhone: '', confirmedUntil: null, mayErase: false },
});

const open = () => {
  openSession({ token: 'secret', user: { ...patient, roleType: 'staff' } });
  return openRoutes(feature.routes, '/app/settings');
};

beforeEach(openPage);

test('removing the app asks for the password when the sign-in was long ago, and then goes on', async () => {
  const answers = routes();
  const calls = fakeApi(answers);
  const user = await open();
  expect(await screen.findByText(/You have 1 recovery code left/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the app' }));
  await user.type(await screen.findByLabelText(/^Your password/), 'Demo-pass1');
  answers[REMOVE] = undefined;
  answers[OWN] = { authenticatorSince: null, recoveryCodesLeft: 0 };
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The app was removed. Its codes no longer work.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  expect(calls.filter(({ route }) => route === REMOVE)).toHaveLength(2);
});

test('who cancels keeps the app, and reads why', async () => {
  fakeApi(routes());
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove the app' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Please confirm first.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Remove the app' })).toBeVisible();
});

test('patients have no authenticator app', async () => {
  const calls = fakeApi(routes());
  openSession({ token: 'secret', user: patient });
  await openRoutes(feature.routes, '/app/settings');
  expect(await screen.findByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  expect(calls.map(({ route }) => route)).not.toContain(OWN);
});
