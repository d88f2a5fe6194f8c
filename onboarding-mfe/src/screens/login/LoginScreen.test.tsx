import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { changeSettings, paths, runtimeConfig, type Store } from 'shared-ui';
import {
  fakeApi,
  fakePasskeys,
  noPasskeys,
  PASSKEY_ASKED,
  PASSKEY_USED,
  patient,
  savedToken,
  setRuntimeConfig,
  store,
} from 'shared-ui/testing';
import { readPendingInvitation, storePendingInvitation } from '../../session/invitation.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import LoginScreen from './LoginScreen.tsx';

type EndedSession = NonNullable<Store['session']['ended']>;

const SIGN_IN = 'POST v1/sessions';
const RESEND = 'POST v1/users/resend-validation-email';
const FAILED = 'Authenication Failed, please try again. If the issue persists, please contact us at:';

const IDLE = { reason: 'idle', userId: patient.id, path: '/app/help' } as const;

beforeEach(openAsVisitor);

const open = (query = '') => show(<LoginScreen />, paths.onboarding.login, paths.onboarding.login + query);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

async function enter(user: UserEvent, email = 'Patient@Example.org') {
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), 'Demo-pass1{Enter}');
}

async function signIn(email?: string) {
  const view = await open();
  await enter(view.user, email);
  return view;
}

test('LoginScreen names missing fields in the summary and at each field, in the page’s language, and makes no call', async () => {
  const calls = fakeApi({});
  const { user } = await open();
  await press(user, 'Login');
  await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
  expect(screen.getAllByText('Password Required')).toHaveLength(2);
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(() => expect(screen.getAllByText('Courriel obligatoire')).toHaveLength(2));
  expect(calls).toEqual([]);
});

test('LoginScreen opens the session and continues to patient-complete', async () => {
  const calls = fakeApi({ [SIGN_IN]: { token: 'secret', user: patient } });
  await signIn(' Patient@Example.org ');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
  expect(calls).toEqual([{ route: SIGN_IN, body: { username: 'patient@example.org', password: 'Demo-pass1' } }]);
  expect(savedToken()).toBe('secret');
  expect(store.getState().session.me).toEqual(patient);
});

test('a pasted password is sent unchanged', async () => {
  const calls = fakeApi({ [SIGN_IN]: { token: 't', user: patient } });
  const { user } = await open();
  await user.type(screen.getByLabelText('Email'), 'patient@example.org');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  await user.click(screen.getByLabelText('Password'));
  await user.paste('  Pasted-pass1  ');
  await press(user, 'Login');
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ password: '  Pasted-pass1  ' }));
});

test('LoginScreen opens no session for an unvalidated email, and resends the validation, also at a second try', async () => {
  fakeApi({ [SIGN_IN]: { token: 'secret', user: { ...patient, emailValidated: false } } });
  const { user } = await signIn();
  expect(await screen.findByText(/^Your email is not validated\. Please check your email/)).toBeVisible();
  expect(savedToken()).toBeNull();
  expect(store.getState().session.status).toBe('anonymous');
  await press(user, 'Resend validation email');
  expect(await screen.findByText(/We can't reach the server/)).toBeVisible();
  const calls = fakeApi({ [RESEND]: undefined });
  await press(user, 'Resend validation email');
  expect(
    await screen.findByText('A new validation email has been sent to your email address Patient@Example.org.'),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(calls).toEqual([{ route: RESEND, body: { email: 'patient@example.org' } }]);
});

test('LoginScreen opens no session for an account under review, sends the invitation and says that it is kept', async () => {
  const calls = fakeApi({ [SIGN_IN]: { token: 'secret', user: { ...patient, hospitalStatusId: 2 } } });
  storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
  await signIn();
  expect(await screen.findByText(/^Your account is under review\. We will notify you once/)).toBeVisible();
  expect(screen.getByText('Your invitation from Maya Chen stays open until then.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ invitation: 'b9a1' })]);
  expect(readPendingInvitation()).toBeNull();
  expect(savedToken()).toBeNull();
});

test('LoginScreen shows a refusal with contacts and keeps the input, the email also when the user returns', async () => {
  fakeApi({ [SIGN_IN]: { status: 401, body: { error: { code: 'LOGIN_FAILED', message: 'No.' } } } });
  const { user, unmount } = await signIn();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
  expect(screen.getAllByRole('link', { name: /extension 123/ })).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toHaveValue('Patient@Example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('Demo-pass1');
  fakeApi({});
  await press(user, 'Login');
  expect(await screen.findByText(/We can't reach the server just now/)).toBeVisible();
  expect(screen.getByText(FAILED)).toBeVisible();
  unmount();
  await open();
  expect(screen.getByLabelText('Email')).toHaveValue('Patient@Example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

describe('LoginScreen with an invitation', () => {
  const ACCEPT = 'POST v1/invitations/b9a1/accept';
  const answers = { [SIGN_IN]: { token: 'secret', user: patient }, [ACCEPT]: {} };

  beforeEach(() => storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' }));

  test('shows the inviter before the sign-in accepts the invitation', async () => {
    const calls = fakeApi(answers);
    const { user } = await open();
    expect(
      await screen.findByText(/you accept the invitation from Maya Chen\. They may have to say yes/),
    ).toBeVisible();
    expect(calls).toEqual([]);
    await enter(user);
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
    expect(calls.map(({ route }) => route)).toEqual([SIGN_IN, ACCEPT]);
  });

  test('signs in without the invitation when the user declines it', async () => {
    const calls = fakeApi(answers);
    const { user } = await open();
    await press(user, 'Continue without the invitation');
    expect(screen.queryByText(/Maya Chen/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await enter(user);
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
    expect(calls.map(({ route }) => route)).toEqual([SIGN_IN]);
  });
});

describe('LoginScreen after a session that ended', () => {
  const end = (ended: EndedSession | null, hasRunOut = true) =>
    act(() => store.setState(({ session }) => ({ session: { ...session, ended, hasRunOut } })));
  const wristband = () => screen.queryByRole('link', { name: 'Sign in with my wristband' });
  const note = () => screen.getByRole('status');

  test('says after how long, that signing in leads back, and offers patients the wristband', async () => {
    setRuntimeConfig({ ...runtimeConfig(), sessionIdleMinutes: 20 });
    fakeApi({});
    await open();
    expect(screen.queryByRole('status')).toBeNull();
    end(IDLE);
    expect(note()).toHaveTextContent(
      'You were signed out after 20 minutes to protect your records.Sign in to go back to where you were. Anything you started writing is still there.',
    );
    expect(wristband()).toHaveAttribute('href', paths.onboarding.qrcode);
    end({ ...IDLE, path: '/desk/requests' });
    expect(note()).toHaveTextContent('20 minutes');
    expect(wristband()).toBeNull();
    end({ ...IDLE, reason: 'other' }, false);
    expect(note()).toHaveTextContent(
      /^You were signed out\. .* on another device or by the hospital\.Sign in to go back/,
    );
    expect(note()).not.toHaveTextContent('writing');
  });

  test('says that the account is erased, without a way back', async () => {
    fakeApi({});
    await open('?erased');
    expect(note()).toHaveTextContent('Your account is erasedTake care. You can close this page.');
    expect(wristband()).toBeNull();
  });
});

describe('with a passkey', () => {
  const ASK = 'POST v1/passkeys/sign-in/options';
  const USE = 'POST v1/passkeys/sign-in/verify';
  const name = 'Sign in with a passkey';
  const usePasskey = async (answers: Record<string, unknown>, fault?: string) => {
    fakePasskeys(fault);
    const calls = fakeApi({ [ASK]: PASSKEY_ASKED, ...answers });
    const { user } = await open();
    await press(user, name);
    return calls;
  };

  afterEach(noPasskeys);

  test('is not offered by a browser without passkeys', async () => {
    fakeApi({});
    await open();
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('opens the session without any input and continues to patient-complete', async () => {
    const calls = await usePasskey({ [USE]: { token: 'secret', user: patient } });
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
    expect(calls.at(-1)).toEqual({ route: USE, body: { ticket: 'ticket-1', credential: PASSKEY_USED } });
    expect(savedToken()).toBe('secret');
  });

  test.each([
    ['/desk', null],
    ['/desk/requests', { ...IDLE, path: '/desk/requests' }],
  ])(
    'takes staff to the desk, past the tutorial offer, and to the screen where their session ended: %s',
    async (path, ended) => {
      store.setState(({ session }) => ({ session: { ...session, ended } }));
      await usePasskey({ [USE]: { token: 'secret', user: { ...patient, roleType: 'staff' } } });
      await waitFor(() => expect(location.pathname).toBe(path));
      expect(store.getState().settings.isUserValidated).toBe(true);
    },
  );

  test.each([
    ['NotAllowedError', 'No passkey was used. Please try again, or sign in another way.'],
    ['SecurityError', 'This browser can’t use your passkey here. Please sign in another way.'],
  ])('shows a message for %s and leaves the password sign-in available', async (fault, message) => {
    await usePasskey({}, fault);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
  });

  test('shows the server message for a passkey that the hospital does not know', async () => {
    const error = { code: 'PASSKEY_REFUSED', message: 'We do not know this passkey.' };
    await usePasskey({ [USE]: { status: 403, body: { error } } });
    expect(await screen.findByRole('alert')).toHaveTextContent('We do not know this passkey.');
  });
});

describe('LoginScreen with identity providers', () => {
  const HOSPITAL = { id: 'hospital', name: 'Northside General', url: '/api/v1/oidc/hospital/start' };
  const AGENCY = { id: 'agency', name: 'Care Agency', url: '/api/v1/oidc/agency/start' };
  const SESSION = 'POST v1/oidc/session';
  const comeBack = (result: string) => open(`?sso=${result}`);

  test('links to each by name, in the language of the page', async () => {
    setRuntimeConfig({ ...runtimeConfig(), signInProviders: [HOSPITAL, AGENCY] });
    const calls = fakeApi({});
    await open();
    const link = await screen.findByRole('link', { name: 'Sign in with Northside General' });
    expect(link).toHaveAttribute('href', '/api/v1/oidc/hospital/start?locale=en');
    expect(screen.getByRole('link', { name: 'Sign in with Care Agency' })).toBeVisible();
    act(() => changeSettings({ locale: 'fr' }));
    expect(await screen.findByRole('link', { name: 'Ouvrir une session avec Northside General' })).toHaveAttribute(
      'href',
      '/api/v1/oidc/hospital/start?locale=fr',
    );
    expect(calls).toEqual([]);
  });

  test('asks the API for them in a page of an older gateway', async () => {
    const { signInProviders: _unnamed, ...older } = runtimeConfig();
    setRuntimeConfig(older);
    fakeApi({ 'GET v1/oidc/providers': [HOSPITAL] });
    await open();
    expect(await screen.findByRole('link', { name: 'Sign in with Northside General' })).toBeVisible();
  });

  test('opens the session when the browser comes back, once, and leads to the desk', async () => {
    const calls = fakeApi({ [SESSION]: { token: 'secret', user: { ...patient, roleType: 'staff' } } });
    await comeBack('done');
    await waitFor(() => expect(location.pathname).toBe('/desk'));
    expect(calls.map(({ route }) => route)).toEqual([SESSION]);
    expect(savedToken()).toBe('secret');
  });

  test('shows the server’s message when the session can no longer be fetched', async () => {
    const error = { code: 'SSO_EXPIRED', message: 'This sign-in has expired.' };
    fakeApi({ [SESSION]: { status: 410, body: { error } } });
    await comeBack('done');
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has expired.');
    expect(savedToken()).toBeNull();
  });

  test('says what to do after a failure, in the page’s language, and nothing on a reload or for an unknown result', async () => {
    const calls = fakeApi({});
    const { unmount } = await comeBack('no-second-factor');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/did not ask you for a second step.* ask its IT help desk to set one up/);
    act(() => changeSettings({ locale: 'fr' }));
    expect(alert).toHaveTextContent(/Demandez à son centre d’assistance informatique/);
    expect(location.search).toBe('');
    unmount();
    await comeBack('constructor');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls).toEqual([]);
  });
});

test('LoginScreen counts down after too many attempts, and keeps email and password', async () => {
  const error = { code: 'LOGIN_BLOCKED', message: 'Too many attempts. Please try again in 90 seconds.' };
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ error }, { status: 429, headers: { 'retry-after': '90' } }));
  await signIn();
  expect(await screen.findByRole('timer')).toHaveTextContent(/^1 min \d+ s$/);
  expect(screen.queryByText(/Too many attempts/)).toBeNull();
  expect(screen.getByLabelText('Email')).toHaveValue('Patient@Example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('Demo-pass1');
});
