import { screen, waitFor } from '@testing-library/react';
import { openSession, paths, staffPaths } from 'shared-ui';
import {
  type FakeCall,
  fakeApi,
  fakePasskeys,
  noPasskeys,
  PASSKEY_ASKED,
  PASSKEY_USED,
  patient,
  store,
} from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import SecondFactorScreen from './SecondFactorScreen.tsx';

const VERIFY = 'POST v1/sessions/second-factor';
const RESEND = 'POST v1/sessions/second-factor/resend';
const staff = { ...patient, roleType: 'staff' };
const halfway = { ...narrowUser, roleType: 'staff', secondFactor: 'email' } as const;
const refusal = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });

beforeEach(openAsVisitor);

async function open() {
  openSession({ token: 'secret', user: halfway });
  return show(<SecondFactorScreen />, staffPaths.secondFactor);
}

async function tryCode(answers: Record<string, unknown>): Promise<FakeCall[]> {
  const calls = fakeApi(answers);
  const { user } = await open();
  await user.type(screen.getByLabelText('6-digit code'), '482163');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return calls;
}

test.each([
  ['/desk', null],
  ['/desk/requests', { reason: 'idle', userId: patient.id, path: '/desk/requests' }],
] as const)(
  'SecondFactorScreen opens a full session and the desk on the right code, or the screen where the last one ended: %s',
  async (path, ended) => {
    store.setState(({ session }) => ({ session: { ...session, ended } }));
    const calls = await tryCode({ [VERIFY]: staff });
    await waitFor(() => expect(location.pathname).toBe(path));
    expect(calls).toEqual([{ route: VERIFY, body: { code: '482163' } }]);
    expect(store.getState().session).toMatchObject({ status: 'full', me: staff });
    // Staff skip the tutorial offer.
    expect(store.getState().settings.isUserValidated).toBe(true);
  },
);

test.each([
  [410, 'SECOND_FACTOR_DEAD', 'This code no longer works.', ''],
  [429, 'SECOND_FACTOR_LOCKED', 'Too many codes.', '482163'],
])('SecondFactorScreen shows the server message for %i %s and opens nothing', async (status, code, message, left) => {
  await tryCode({ [VERIFY]: refusal(status, code, message) });
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(store.getState().session.status).toBe('narrow');
  await waitFor(() => expect(screen.getByLabelText('6-digit code')).toHaveValue(left));
});

test('SecondFactorScreen focuses the code on arrival, and again, empty, after a wrong one and on request of another', async () => {
  const calls = fakeApi({
    [VERIFY]: refusal(403, 'SECOND_FACTOR_WRONG', 'This code is not right.'),
    [RESEND]: undefined,
  });
  const { user } = await open();
  const code = screen.getByLabelText('6-digit code');
  expect(code).toHaveFocus();
  expect(code).toHaveAccessibleDescription('We have sent a 6-digit code to your email. It works for ten minutes.');
  // Five digits are not sent.
  await user.keyboard('48216{Enter}');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await user.clear(code);
  await user.paste('482 163');
  expect(calls).toEqual([]);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
  expect(store.getState().session.status).toBe('narrow');
  await waitFor(() => expect(code).toHaveValue(''));
  expect(code).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await screen.findByText('We have sent another code.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(code).toHaveFocus());
  expect(calls.at(-1)?.route).toBe(RESEND);
});

test('SecondFactorScreen redirects a patient to the PIN and a visitor to the login screen', async () => {
  openSession({ token: 'secret', user: narrowUser });
  await show(<SecondFactorScreen />, staffPaths.secondFactor);
  expect(location.pathname).toBe(paths.onboarding.pinCode);
  openAsVisitor();
  await show(<SecondFactorScreen />, staffPaths.secondFactor);
  expect(location.pathname).toBe(paths.onboarding.login);
});

describe('SecondFactorScreen for staff with a passkey', () => {
  const ASK = 'POST v1/passkeys/second-factor/options';
  const USE = 'POST v1/passkeys/second-factor/verify';
  const { publicKey } = PASSKEY_ASKED;
  const openWithPasskey = () => {
    openSession({ token: 'secret', user: { ...halfway, secondFactor: 'passkey' } });
    return show(<SecondFactorScreen />, staffPaths.secondFactor);
  };

  afterEach(noPasskeys);

  test('makes the session full with the passkey and opens the desk', async () => {
    fakePasskeys();
    const calls = fakeApi({ [ASK]: { publicKey }, [USE]: staff });
    const { user } = await openWithPasskey();
    await user.click(screen.getByRole('button', { name: 'Use my passkey' }));
    await waitFor(() => expect(location.pathname).toBe('/desk'));
    expect(calls.at(-1)).toEqual({ route: USE, body: { credential: PASSKEY_USED } });
    expect(store.getState().session.status).toBe('full');
  });

  test('reports an unused passkey and offers a code by email', async () => {
    fakePasskeys('NotAllowedError');
    const calls = fakeApi({ [ASK]: { publicKey }, [RESEND]: undefined });
    const { user } = await openWithPasskey();
    await user.click(screen.getByRole('button', { name: 'Use my passkey' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used.');
    await user.click(screen.getByRole('button', { name: 'Email me a code instead' }));
    expect(await screen.findByLabelText('6-digit code')).toBeInTheDocument();
    expect(calls.at(-1)?.route).toBe(RESEND);
  });

  test('offers only the code in a browser without passkeys', async () => {
    fakeApi({});
    await openWithPasskey();
    expect(screen.queryByRole('button', { name: 'Use my passkey' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Email me a code instead' })).toBeVisible();
  });
});
