import { screen, waitFor } from '@testing-library/react';
import { openSession, paths } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import EnterEmailScreen from './EnterEmailScreen.tsx';

const CONFIRM = 'POST v1/sessions/email';

beforeEach(openAsVisitor);

async function enter(email: string) {
  openSession({ token: 'secret', user: narrowUser });
  const { user } = await show(<EnterEmailScreen />, paths.onboarding.enterEmail);
  if (email) await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
}

test('without a session the way leads to the login', async () => {
  await show(<EnterEmailScreen />, paths.onboarding.enterEmail);
  expect(location.pathname).toBe(paths.onboarding.login);
});

test('an e-mail is required', async () => {
  const calls = fakeApi({});
  await enter('');
  await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
  expect(calls).toEqual([]);
});

test('the server says that it matches: on to the new number', async () => {
  const calls = fakeApi({ [CONFIRM]: undefined });
  await enter(' PATIENT@example.org ');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.enterNewMobile));
  expect(calls).toEqual([{ route: CONFIRM, body: { email: 'PATIENT@example.org' } }]);
});

test('the server says that it does not: the text, contacts, and what was typed', async () => {
  fakeApi({ [CONFIRM]: { status: 403, body: { error: { code: 'EMAIL_MISMATCH', message: 'No.' } } } });
  await enter('other@example.org');
  expect(
    await screen.findByText(
      "We're having some trouble confirming your email address. Please confirm you have entered it correctly.",
    ),
  ).toBeVisible();
  expect(screen.getAllByRole('link', { name: /extension 123/ })).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toHaveValue('other@example.org');
});

test('too many tries: the server says how long to wait', async () => {
  fakeApi({ [CONFIRM]: { status: 429, body: { error: { code: 'LOGIN_BLOCKED', message: 'Wait 30 seconds.' } } } });
  await enter('other@example.org');
  expect(await screen.findByText('Wait 30 seconds.')).toBeVisible();
});

test('a session that is over leads to the login', async () => {
  const over = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Sign in.' } } };
  fakeApi({ [CONFIRM]: over, 'GET v1/users/me': over });
  await enter('patient@example.org');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.login));
});

test('Cancel leads back to the PIN', async () => {
  fakeApi({});
  await enter('');
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', paths.onboarding.pinCode);
});
