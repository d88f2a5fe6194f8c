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

test('EnterEmailScreen continues to the new number for a user without an email', async () => {
  openSession({ token: 'secret', user: { ...narrowUser, hasNoEmail: true } });
  await show(<EnterEmailScreen />, paths.onboarding.enterEmail);
  expect(location.pathname).toBe(paths.onboarding.enterNewMobile);
});

test('EnterEmailScreen requires an email', async () => {
  const calls = fakeApi({});
  await enter('');
  await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
  expect(calls).toEqual([]);
});

test('EnterEmailScreen continues to the new number when the email matches', async () => {
  const calls = fakeApi({ [CONFIRM]: undefined });
  await enter(' PATIENT@example.org ');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.enterNewMobile));
  expect(calls).toEqual([{ route: CONFIRM, body: { email: 'PATIENT@example.org' } }]);
});

test('EnterEmailScreen shows a refusal with contacts and keeps the email when it does not match', async () => {
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

test('EnterEmailScreen shows the waiting time after too many attempts', async () => {
  fakeApi({ [CONFIRM]: { status: 429, body: { error: { code: 'LOGIN_BLOCKED', message: 'Wait 30 seconds.' } } } });
  await enter('other@example.org');
  expect(await screen.findByText('Wait 30 seconds.')).toBeVisible();
});

test('EnterEmailScreen redirects to the login screen when the session has ended', async () => {
  const unauthenticated = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Sign in.' } } };
  fakeApi({ [CONFIRM]: unauthenticated, 'GET v1/users/me': unauthenticated });
  await enter('patient@example.org');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.login));
});
