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
  await user.type(screen.getByLabelText('Email'), `${email}{Enter}`);
  return user;
}

test('EnterEmailScreen continues to the new number for a user without an email', async () => {
  openSession({ token: 'secret', user: { ...narrowUser, hasNoEmail: true } });
  await show(<EnterEmailScreen />, paths.onboarding.enterEmail);
  expect(location.pathname).toBe(paths.onboarding.enterNewMobile);
});

test('EnterEmailScreen continues to the new number when the email matches', async () => {
  const calls = fakeApi({ [CONFIRM]: undefined });
  await enter(' PATIENT@example.org ');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.enterNewMobile));
  expect(calls).toEqual([{ route: CONFIRM, body: { email: 'PATIENT@example.org' } }]);
});

test('EnterEmailScreen shows a refusal with contacts and keeps the email when it does not match, and a waiting time', async () => {
  const calls = fakeApi({ [CONFIRM]: { status: 403, body: { error: { code: 'EMAIL_MISMATCH', message: 'No.' } } } });
  const user = await enter('');
  await waitFor(() => expect(screen.getAllByText('Email Required')).toHaveLength(2));
  expect(calls).toEqual([]);
  const field = screen.getByLabelText('Email');
  await user.type(field, 'other@example.org{Enter}');
  expect(
    await screen.findByText(/^We're having some trouble confirming your email address\. Please confirm/),
  ).toBeVisible();
  expect(screen.getAllByRole('link', { name: /extension 123/ })).toHaveLength(2);
  expect(field).toHaveValue('other@example.org');
  fakeApi({ [CONFIRM]: { status: 429, body: { error: { code: 'LOGIN_BLOCKED', message: 'Wait 30 seconds.' } } } });
  await user.type(field, '{Enter}');
  expect(await screen.findByText('Wait 30 seconds.')).toBeVisible();
});
