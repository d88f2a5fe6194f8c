import { screen, waitFor } from '@testing-library/react';
import { changeSettings, paths } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ForgotPasswordScreen from './ForgotPasswordScreen.tsx';

const FORGOT = 'POST v1/users/forgot-password';

beforeEach(openAsVisitor);

const open = () => show(<ForgotPasswordScreen />, paths.onboarding.forgotPassword);

async function ask(email: string) {
  const { user, unmount } = await open();
  if (email) await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  return { user, unmount };
}

test.each([
  ['', 'Email Required'],
  ['ada@example', 'Invalid Email'],
])('ForgotPasswordScreen for %p shows %s and sends nothing', async (email, message) => {
  const calls = fakeApi({});
  await ask(email);
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  expect(calls).toEqual([]);
});

test('ForgotPasswordScreen sends the email in lower case and asks the user to check their inbox', async () => {
  const calls = fakeApi({ [FORGOT]: undefined });
  await ask('Ada@Example.org');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus());
  expect(screen.getByText(/^If Ada@Example\.org belongs to an account,/)).toBeVisible();
  expect(calls).toEqual([{ route: FORGOT, body: { email: 'ada@example.org' } }]);
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', paths.onboarding.login);
});

test('ForgotPasswordScreen reports a failed call and keeps the email when the user leaves and returns', async () => {
  fakeApi({});
  const { unmount } = await ask('ada@example.org');
  expect(await screen.findByText(/We can't reach the server/)).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  unmount();
  await open();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
});

test('ForgotPasswordScreen shows its text in French', async () => {
  changeSettings({ locale: 'fr' });
  fakeApi({ [FORGOT]: undefined });
  const { user } = await open();
  await user.type(screen.getByLabelText('Courriel'), 'ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByRole('heading', { name: 'Consultez vos courriels' })).toBeVisible();
});
