import { screen, waitFor } from '@testing-library/react';
import { paths } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ForgotPasswordScreen from './ForgotPasswordScreen.tsx';

const FORGOT = 'POST v1/users/forgot-password';

beforeEach(openAsVisitor);

const open = () => show(<ForgotPasswordScreen />, paths.onboarding.forgotPassword);
const field = () => screen.getByLabelText('Email');

test('ForgotPasswordScreen sends nothing without a valid email, and keeps it after a failure and when the user returns', async () => {
  const calls = fakeApi({});
  const { user, unmount } = await open();
  for (const [typed, message] of [
    ['{Enter}', 'Email Required'],
    ['ada@example{Enter}', 'Invalid Email'],
  ] as const) {
    await user.type(field(), typed);
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  }
  expect(calls).toEqual([]);
  await user.type(field(), '.org{Enter}');
  expect(await screen.findByText(/We can't reach the server/)).toBeVisible();
  unmount();
  await open();
  expect(field()).toHaveValue('ada@example.org');
});

test('ForgotPasswordScreen sends the email in lower case and asks the user to check their inbox', async () => {
  const calls = fakeApi({ [FORGOT]: undefined });
  const { user } = await open();
  await user.type(field(), 'Ada@Example.org{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus());
  expect(screen.getByText(/^If Ada@Example\.org belongs to an account,/)).toBeVisible();
  expect(screen.getByText(/^If the hospital made your account/)).toBeVisible();
  expect(calls).toEqual([{ route: FORGOT, body: { email: 'ada@example.org' } }]);
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', paths.onboarding.login);
});
