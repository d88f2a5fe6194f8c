import { cleanup, screen, waitFor } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { fakeApi, patient } from 'shared-ui/testing';
import { readFirstPasswordLink } from '../../session/tab-value.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ResetPasswordScreen from './ResetPasswordScreen.tsx';

const RESET = 'POST v1/users/reset-app-password';
const FIRST = 'POST v1/users/me/password';
const WRISTBAND = { status: 403, body: { error: { code: 'WRISTBAND_REQUIRED', message: 'Wristband first.' } } };
const DEAD = { status: 410, body: { error: { code: 'LINK_DEAD', message: 'This link was already used.' } } };

beforeEach(openAsVisitor);

async function tryPasswords(password: string, confirm = password) {
  const { user } = await show(
    <ResetPasswordScreen />,
    paths.onboarding.resetPassword(':uuid'),
    paths.onboarding.resetPassword('abc-123'),
  );
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Confirm Password'), `${confirm}{Enter}`);
  return user;
}

test('ResetPasswordScreen lists the password rules and ticks them off, and sends no weak or different passwords', async () => {
  const calls = fakeApi({});
  const user = await tryPasswords('', '');
  await waitFor(() => expect(screen.getAllByText('Password Required')).toHaveLength(2));
  await user.type(screen.getByLabelText('Password'), 'abcdefg1');
  const rules = screen.getAllByRole('listitem').map((rule) => rule.textContent);
  expect(rules).toEqual(
    expect.arrayContaining(['minimum 8 charactersdone', 'at least one number or special characterdone']),
  );
  await user.type(screen.getByLabelText('Confirm Password'), 'abcdefg{Enter}');
  await waitFor(() => expect(screen.getAllByText(/^Password needs to be 8 – 14 characters/)).toHaveLength(2));
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
  expect(calls).toEqual([]);
});

test('ResetPasswordScreen sets the password with the link, also at a second try after a network error', async () => {
  fakeApi({});
  const user = await tryPasswords('Demo-pass2');
  expect(await screen.findByText(/We can't reach the server/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Request a new link' })).toBeNull();
  const calls = fakeApi({ [RESET]: undefined });
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your password have been reset' })).toHaveFocus());
  expect(calls).toEqual([{ route: RESET, body: { uuid: 'abc-123', password: 'Demo-pass2' } }]);
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', paths.onboarding.login);
});

test('ResetPasswordScreen ends the session of a signed-in user, as a new password ends every session', async () => {
  openSession({ token: 'secret', user: patient });
  fakeApi({ [RESET]: undefined, 'DELETE v1/sessions': undefined });
  await tryPasswords('Demo-pass2');
  expect(await screen.findByRole('heading', { name: 'Your password have been reset' })).toBeVisible();
  expect(store.getState().session).toMatchObject({ status: 'anonymous', hasRunOut: false });
});

test('ResetPasswordScreen shows the server message for a dead link, and links to a new one', async () => {
  fakeApi({ [RESET]: DEAD });
  await tryPasswords('Demo-pass2');
  expect(await screen.findByText('This link was already used.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
    'href',
    paths.onboarding.forgotPassword,
  );
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});

describe('ResetPasswordScreen for a first password', () => {
  test('sends the visitor to the wristband, and comes back to the form, which names the email', async () => {
    const calls = fakeApi({ [RESET]: WRISTBAND, [FIRST]: undefined, 'DELETE v1/sessions': undefined });
    await tryPasswords('Demo-pass2');
    expect(await screen.findByRole('heading', { name: 'First, your wristband' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'I have a wristband' })).toHaveAttribute('href', paths.onboarding.qrcode);
    expect(readFirstPasswordLink()).toBe('abc-123');
    cleanup();
    openSession({ token: 'secret', user: patient });
    const user = await tryPasswords('');
    expect(screen.getByText(/^Is patient@example\.org your email address\?/)).toBeVisible();
    await user.type(screen.getByLabelText('Password'), 'Demo-pass2');
    await user.type(screen.getByLabelText('Confirm Password'), 'Demo-pass2{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your password have been reset' })).toHaveFocus();
    expect(calls).toContainEqual({ route: FIRST, body: { uuid: 'abc-123', password: 'Demo-pass2' } });
    expect(readFirstPasswordLink()).toBeNull();
  });

  test('asks a signed-in user whether the email is theirs before it sends again', async () => {
    openSession({ token: 'secret', user: patient });
    const calls = fakeApi({ [RESET]: WRISTBAND, [FIRST]: DEAD });
    const user = await tryPasswords('Demo-pass2');
    expect(await screen.findByRole('status')).toHaveTextContent(/^Is patient@example\.org your email address\?/);
    expect(calls.map(({ route }) => route)).toEqual([RESET]);
    expect(screen.getByRole('link', { name: 'Not now' })).toHaveAttribute('href', paths.onboarding.patientComplete);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('This link was already used.')).toBeVisible();
  });
});
