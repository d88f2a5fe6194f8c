import { screen, waitFor } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { fakeApi, patient } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ResetPasswordScreen from './ResetPasswordScreen.tsx';

const RESET = 'POST v1/users/reset-app-password';
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
