import { screen, waitFor } from '@testing-library/react';
import { paths } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import RegisterScreen from './RegisterScreen.tsx';

const SIGN_UP = 'POST v1/users/poc';

beforeEach(openAsVisitor);

const open = async () => (await show(<RegisterScreen />, paths.onboarding.register)).user;
const submit = () => screen.getByRole('button', { name: 'Submit' });

test('RegisterScreen requires a name and an email, but no city', async () => {
  const calls = fakeApi({});
  const user = await open();
  await user.click(submit());
  await waitFor(() => expect(screen.getAllByText('Name Required')).toHaveLength(2));
  expect(screen.getAllByText('Email Required')).toHaveLength(2);
  await user.type(screen.getByLabelText('Email'), 'nobody');
  await waitFor(() => expect(screen.getAllByText('Invalid Email')).toHaveLength(2));
  expect(calls).toEqual([]);
});

test('RegisterScreen sends the details and thanks the visitor', async () => {
  const calls = fakeApi({ [SIGN_UP]: undefined });
  const user = await open();
  await user.type(screen.getByLabelText('Name'), ' Ada ');
  await user.type(screen.getByLabelText('Email'), 'Ada@Example.org');
  await user.click(screen.getByLabelText('Yes, I want to receive updates about the product'));
  await user.click(submit());
  expect(await screen.findByRole('heading', { name: 'Thank you for your interest!' })).toBeVisible();
  expect(calls).toEqual([{ route: SIGN_UP, body: { email: 'ada@example.org', name: 'Ada', optIn: true } }]);
  expect(screen.getByRole('link', { name: 'Done' })).toHaveAttribute('href', paths.onboarding.root);
});

test('RegisterScreen covers the screen while sending, and thanks the visitor even when the call fails', async () => {
  let answer = (_: unknown): void => undefined;
  fakeApi({
    [SIGN_UP]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const user = await open();
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('City (optional)'), 'Toronto');
  await user.click(submit());
  expect(await screen.findByRole('alertdialog', { name: 'Sending your details' })).toBeVisible();
  answer({ status: 500, body: {} });
  expect(await screen.findByRole('heading', { name: 'Thank you for your interest!' })).toBeVisible();
});

test('RegisterScreen leads patients who already have an account to the login screen', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'I already have an account' })).toHaveAttribute(
    'href',
    paths.onboarding.login,
  );
});
