import { act, screen, waitFor } from '@testing-library/react';
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

beforeEach(openAsVisitor);

async function signIn(email = 'Patient@Example.org', password = 'Demo-pass1') {
  const { user } = await show(<LoginScreen />, paths.onboarding.login);
  if (email) await user.type(screen.getByLabelText('Email'), email);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
  return user;
}

test('LoginScreen names missing fields in the summary and at each field, and makes no call', async () => {
  const calls = fakeApi({});
  await signIn('', '');
  await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
  expect(screen.getAllByText('Password Required')).toHaveLength(2);
  expect(calls).toEqual([]);
});

test('LoginScreen translates its errors when the language changes', async () => {
  fakeApi({});
  await signIn('', '');
  await screen.findAllByText('Email Required');
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(() => expect(screen.getAllByText('Courriel obligatoire')).toHaveLength(2));
  act(() => changeSettings({ locale: 'en' }));
  await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
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
  const { user } = await show(<LoginScreen />, paths.onboarding.login);
  await user.type(screen.getByLabelText('Email'), 'patient@example.org');
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('autocomplete', 'current-password');
  await user.click(field);
  await user.paste('  Pasted-pass1  ');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ password: '  Pasted-pass1  ' }));
});

test('LoginScreen opens no session for an unvalidated email, and resends the validation', async () => {
  const calls = fakeApi({
    [SIGN_IN]: { token: 'secret', user: { ...patient, emailValidated: false } },
    [RESEND]: undefined,
  });
  const user = await signIn();
  expect(
    await screen.findByText('Your email is not validated. Please check your email and validate your account.'),
  ).toBeVisible();
  expect(savedToken()).toBeNull();
  expect(store.getState().session.status).toBe('anonymous');
  await user.click(screen.getByRole('button', { name: 'Resend validation email' }));
  expect(
    await screen.findByText('A new validation email has been sent to your email address Patient@Example.org.'),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(calls.at(-1)).toEqual({ route: RESEND, body: { email: 'patient@example.org' } });
});

test('LoginScreen reports a failed resend and allows a retry', async () => {
  fakeApi({ [SIGN_IN]: { token: 'secret', user: { ...patient, emailValidated: false } } });
  const user = await signIn();
  await user.click(await screen.findByRole('button', { name: 'Resend validation email' }));
  expect(await screen.findByText(/We can't reach the server/)).toBeVisible();
  fakeApi({ [RESEND]: undefined });
  await user.click(screen.getByRole('button', { name: 'Resend validation email' }));
  expect(await screen.findByText(/^A new validation email has been sent/)).toBeVisible();
});

test('LoginScreen opens no session for an account under review', async () => {
  fakeApi({ [SIGN_IN]: { token: 'secret', user: { ...patient, hospitalStatusId: 2 } } });
  await signIn();
  expect(
    await screen.findByText('Your account is under review. We will notify you once your account is approved.'),
  ).toBeVisible();
  expect(savedToken()).toBeNull();
});

test('LoginScreen sends the invitation for an account under review, and says that it is kept', async () => {
  const calls = fakeApi({ [SIGN_IN]: { token: 'secret', user: { ...patient, hospitalStatusId: 2 } } });
  storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' });
  await signIn();
  expect(await screen.findByText('Your invitation from Maya Chen stays open until then.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ invitation: 'b9a1' })]);
  expect(readPendingInvitation()).toBeNull();
  expect(savedToken()).toBeNull();
});

test('LoginScreen shows a refusal with contacts and keeps the input', async () => {
  fakeApi({ [SIGN_IN]: { status: 401, body: { error: { code: 'LOGIN_FAILED', message: 'No.' } } } });
  await signIn();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
  expect(screen.getAllByRole('link', { name: /extension 123/ })).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toHaveValue('Patient@Example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('Demo-pass1');
});

test('LoginScreen shows the cause of a network error before the message', async () => {
  fakeApi({});
  await signIn();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByText(/We can't reach the server just now/)).toBeVisible();
});

test('LoginScreen keeps the email, but not the password, when the user leaves and returns', async () => {
  fakeApi({});
  const first = await show(<LoginScreen />, paths.onboarding.login);
  await first.user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await first.user.type(screen.getByLabelText('Password'), 'secret');
  first.unmount();
  await show(<LoginScreen />, paths.onboarding.login);
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

describe('LoginScreen with an invitation', () => {
  const ACCEPT = 'POST v1/invitations/b9a1/accept';
  const answers = { [SIGN_IN]: { token: 'secret', user: patient }, [ACCEPT]: {} };

  beforeEach(() => storePendingInvitation({ uuid: 'b9a1', name: 'Maya Chen' }));

  test('shows the inviter before the sign-in accepts the invitation', async () => {
    const calls = fakeApi(answers);
    const { user } = await show(<LoginScreen />, paths.onboarding.login);
    expect(await screen.findByText(/you accept the invitation from Maya Chen and follow their stay/)).toBeVisible();
    expect(calls).toEqual([]);
    await user.type(screen.getByLabelText('Email'), 'patient@example.org');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass1{Enter}');
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
    expect(calls.map(({ route }) => route)).toEqual([SIGN_IN, ACCEPT]);
  });

  test('signs in without the invitation when the user declines it', async () => {
    const calls = fakeApi(answers);
    const { user } = await show(<LoginScreen />, paths.onboarding.login);
    await user.click(await screen.findByRole('button', { name: 'Continue without the invitation' }));
    expect(screen.queryByText(/Maya Chen/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await user.type(screen.getByLabelText('Email'), 'patient@example.org');
    await user.type(screen.getByLabelText('Password'), 'Demo-pass1{Enter}');
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
    expect(calls.map(({ route }) => route)).toEqual([SIGN_IN]);
  });
});

describe('LoginScreen after a session that ended', () => {
  const idle = { reason: 'idle', userId: patient.id, path: '/app/help' } as const;
  const open = async (ended: EndedSession | null, hasRunOut = true, query = '') => {
    fakeApi({});
    store.setState(({ session }) => ({ session: { ...session, ended, hasRunOut } }));
    await show(<LoginScreen />, paths.onboarding.login, paths.onboarding.login + query);
  };
  const wristband = () => screen.queryByRole('link', { name: 'Sign in with my wristband' });

  test('says after how long, that signing in leads back, and links to the wristband', async () => {
    setRuntimeConfig({ ...runtimeConfig(), sessionIdleMinutes: 20 });
    await open(idle);
    expect(screen.getByRole('status')).toHaveTextContent(
      'You were signed out after 20 minutes to protect your records.Sign in to go back to where you were. Anything you started writing is still there.',
    );
    expect(wristband()).toHaveAttribute('href', paths.onboarding.qrcode);
  });

  test('says something else when the session was ended elsewhere, and promises nothing that is lost', async () => {
    await open({ ...idle, reason: 'other' }, false);
    const note = screen.getByRole('status');
    expect(note).toHaveTextContent(
      /^You were signed out\. .* on another device or by the hospital\.Sign in to go back/,
    );
    expect(note).not.toHaveTextContent('writing');
  });

  test('says that the account is erased, without a way back', async () => {
    await open(null, false, '?erased');
    const note = screen.getByRole('status');
    expect(note).toHaveTextContent('Your account is erasedTake care. You can close this page.');
    expect(wristband()).toBeNull();
  });

  test('offers staff no wristband', async () => {
    await open({ ...idle, path: '/desk/requests' });
    expect(screen.getByRole('status')).toHaveTextContent('30 minutes');
    expect(wristband()).toBeNull();
  });

  test('says it in French', async () => {
    changeSettings({ locale: 'fr' });
    await open(idle);
    expect(screen.getByRole('status')).toHaveTextContent(
      'Votre session a été fermée après 30 minutes pour protéger votre dossier.',
    );
  });

  test('says nothing after a sign-out', async () => {
    await open(null);
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('leads staff with a passkey back to the desk’s screen', async () => {
    fakePasskeys();
    store.setState(({ session }) => ({ session: { ...session, ended: { ...idle, path: '/desk/requests' } } }));
    fakeApi({
      'POST v1/passkeys/sign-in/options': PASSKEY_ASKED,
      'POST v1/passkeys/sign-in/verify': { token: 'secret', user: { ...patient, roleType: 'staff' } },
    });
    const { user } = await show(<LoginScreen />, paths.onboarding.login);
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(location.pathname).toBe('/desk/requests'));
    noPasskeys();
  });
});

describe('with a passkey', () => {
  const ASK = 'POST v1/passkeys/sign-in/options';
  const USE = 'POST v1/passkeys/sign-in/verify';
  const name = 'Sign in with a passkey';
  const press = async () => {
    const { user } = await show(<LoginScreen />, paths.onboarding.login);
    await user.click(screen.getByRole('button', { name }));
  };

  beforeEach(() => void jest.spyOn(console, 'info').mockImplementation(() => undefined));
  afterEach(noPasskeys);

  test('is not offered by a browser without passkeys', async () => {
    fakeApi({});
    await show(<LoginScreen />, paths.onboarding.login);
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('opens the session without any input and continues to patient-complete', async () => {
    fakePasskeys();
    const calls = fakeApi({ [ASK]: PASSKEY_ASKED, [USE]: { token: 'secret', user: patient } });
    await press();
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
    expect(calls.at(-1)).toEqual({ route: USE, body: { ticket: 'ticket-1', credential: PASSKEY_USED } });
    expect(savedToken()).toBe('secret');
  });

  test('takes staff to the desk, past the tutorial offer', async () => {
    fakePasskeys();
    fakeApi({ [ASK]: PASSKEY_ASKED, [USE]: { token: 'secret', user: { ...patient, roleType: 'staff' } } });
    await press();
    await waitFor(() => expect(location.pathname).toBe('/desk'));
    expect(store.getState().settings.isUserValidated).toBe(true);
  });

  test('opens no session for an account under review', async () => {
    fakePasskeys();
    fakeApi({ [ASK]: PASSKEY_ASKED, [USE]: { token: 'secret', user: { ...patient, hospitalStatusId: 2 } } });
    await press();
    expect(await screen.findByText(/Your account is under review/)).toBeVisible();
    expect(savedToken()).toBeNull();
  });

  test.each([
    ['NotAllowedError', 'No passkey was used. Please try again, or sign in another way.'],
    ['SecurityError', 'This browser can’t use your passkey here. Please sign in another way.'],
  ])('shows a message for %s and leaves the password sign-in available', async (fault, message) => {
    fakePasskeys(fault);
    fakeApi({ [ASK]: PASSKEY_ASKED });
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
  });

  test('shows the server message for a passkey that the hospital does not know', async () => {
    fakePasskeys();
    const error = { code: 'PASSKEY_REFUSED', message: 'We do not know this passkey.' };
    fakeApi({ [ASK]: PASSKEY_ASKED, [USE]: { status: 403, body: { error } } });
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('We do not know this passkey.');
  });
});

describe('LoginScreen with identity providers', () => {
  const HOSPITAL = { id: 'hospital', name: 'Northside General', url: '/api/v1/oidc/hospital/start' };
  const AGENCY = { id: 'agency', name: 'Care Agency', url: '/api/v1/oidc/agency/start' };
  const SESSION = 'POST v1/oidc/session';
  const comeBack = (result: string) =>
    show(<LoginScreen />, paths.onboarding.login, `${paths.onboarding.login}?sso=${result}`);

  test('links to each by name, in the language of the page', async () => {
    setRuntimeConfig({ ...runtimeConfig(), signInProviders: [HOSPITAL, AGENCY] });
    const calls = fakeApi({});
    await show(<LoginScreen />, paths.onboarding.login);
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
    await show(<LoginScreen />, paths.onboarding.login);
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

  test.each([
    ['no-second-factor', /did not ask you for a second step.* ask its IT help desk to set one up/],
    ['not-staff', /has not given you access as hospital staff/],
    ['account-exists', /already an account with your work email/],
    ['closed', /staff account is closed/],
    ['expired', /took too long/],
    ['cancelled', /did not finish signing in/],
    ['unreachable', /can't reach your organization's sign-in service/],
    ['refused', /could not confirm that it is you/],
  ])('says what to do after %s, and nothing on a reload', async (result, message) => {
    const calls = fakeApi({});
    await comeBack(result);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(location.search).toBe('');
    expect(calls).toEqual([]);
  });

  test('says it in French, and ignores what it does not know', async () => {
    changeSettings({ locale: 'fr' });
    fakeApi({});
    const { unmount } = await comeBack('not-staff');
    expect(await screen.findByRole('alert')).toHaveTextContent(/ne vous a pas donné l’accès/);
    unmount();
    await comeBack('constructor');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('LoginScreen counts down after too many attempts, and keeps email and password', async () => {
  const error = { code: 'LOGIN_BLOCKED', message: 'Too many attempts. Please try again in 90 seconds.' };
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ error }, { status: 429, headers: { 'retry-after': '90' } }));
  const { user } = await show(<LoginScreen />, paths.onboarding.login);
  await user.type(screen.getByLabelText('Email'), 'patient@example.org');
  await user.type(screen.getByLabelText('Password'), 'Some-pass1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('timer')).toHaveTextContent(/^1 min \d+ s$/);
  expect(screen.queryByText(/Too many attempts/)).toBeNull();
  expect(screen.getByLabelText('Email')).toHaveValue('patient@example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('Some-pass1');
});
