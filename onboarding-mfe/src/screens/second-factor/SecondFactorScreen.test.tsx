import { screen, waitFor } from '@testing-library/react';
import { openSession, paths, staffPaths } from 'shared-ui';
import {
  type FakeCall,
  fakeApi,
  fakePasskeys,
  noPasskeys,
  PASSKEY_ASKED,
  PASSKEY_USED,
  PASSKEY_WANTED,
  patient,
  store,
} from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
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

describe('SecondFactorScreen for staff with an authenticator app', () => {
  const openWithApp = () => {
    openSession({ token: 'secret', user: { ...halfway, secondFactor: 'authenticator' } });
    return show(<SecondFactorScreen />, staffPaths.secondFactor);
  };

  test('takes the code of the app, which no one sends again', async () => {
    const calls = fakeApi({ [VERIFY]: staff });
    const { user } = await openWithApp();
    expect(screen.queryByRole('button', { name: 'Send another code' })).toBeNull();
    await user.type(screen.getByLabelText('6-digit code from the app'), '482163{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/desk'));
    expect(calls).toEqual([{ route: VERIFY, body: { code: '482163' } }]);
  });

  test('takes a recovery code in place of the app, and keeps a refused one', async () => {
    const calls = fakeApi({ [VERIFY]: refusal(403, 'SECOND_FACTOR_WRONG', 'This code is not right.') });
    const { user } = await openWithApp();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText(/^Recovery code/);
    await user.type(field, 'abcd{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter one of your recovery codes/));
    expect(calls).toEqual([]);
    await user.clear(field);
    await user.type(field, 'ABCD-EFGH-2345-M{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    expect(calls).toEqual([{ route: VERIFY, body: { code: 'ABCD-EFGH-2345-M' } }]);
    expect(field).toHaveValue('ABCD-EFGH-2345-M');
    expect(await axeViolations()).toEqual([]);
  });
});

describe('SecondFactorScreen for staff without a passkey or app, outside a demo', () => {
  const START = 'POST v1/authenticator';
  const CONFIRM = 'POST v1/authenticator/confirm';
  const ME = 'GET v1/users/me';
  const codes = ['ABCD-EFGH-2345-M', 'NOPQ-RSTU-6722-V'];
  const setup = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/a', modules: ['110', '011', '101'] };

  afterEach(noPasskeys);

  test('sets up an app after the emailed code, shows the recovery codes, and opens the desk', async () => {
    const calls = fakeApi({
      [VERIFY]: { ...halfway, secondFactor: 'enrol' },
      [START]: setup,
      [CONFIRM]: { codes },
      [ME]: staff,
    });
    const { user } = await open();
    await user.type(screen.getByLabelText('6-digit code'), '482163{Enter}');
    expect(await screen.findByRole('heading', { name: 'Protect your account' })).toBeVisible();
    expect(location.pathname).toBe(staffPaths.secondFactor);
    await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.type(screen.getByLabelText('6-digit code from the app'), '135790{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    await waitFor(() => expect(location.pathname).toBe('/desk'));
    expect(calls.find(({ route }) => route === CONFIRM)?.body).toEqual({ code: '135790' });
  });

  test('adds a first passkey, which opens the desk', async () => {
    fakePasskeys();
    fakeApi({
      'POST v1/passkeys/registration/options': PASSKEY_WANTED,
      'POST v1/passkeys/registration/verify': {},
      [ME]: staff,
    });
    openSession({ token: 'secret', user: { ...halfway, secondFactor: 'enrol' } });
    const { user } = await show(<SecondFactorScreen />, staffPaths.secondFactor);
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    await waitFor(() => expect(location.pathname).toBe('/desk'));
    expect(store.getState().session.status).toBe('full');
  });
});
