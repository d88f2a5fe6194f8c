import { fireEvent, screen, waitFor } from '@testing-library/react';
import { paths } from 'shared-ui';
import { fakeApi, hasUnsentTyping } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import RegisterScreen from './RegisterScreen.tsx';

const SIGN_UP = 'POST v1/users/poc';

beforeEach(openAsVisitor);

const open = () => show(<RegisterScreen />, paths.onboarding.register);
const submit = () => screen.getByRole('button', { name: 'Submit' });

test('RegisterScreen requires a name and an email, but no city, and keeps the input when the user returns', async () => {
  const calls = fakeApi({});
  const { user, unmount } = await open();
  await user.click(submit());
  await waitFor(() => expect(screen.getAllByText('Name Required')).toHaveLength(2));
  expect(screen.getAllByText('Email Required')).toHaveLength(2);
  await user.type(screen.getByLabelText('Email'), 'nobody');
  await waitFor(() => expect(screen.getAllByText('Invalid Email')).toHaveLength(2));
  await user.type(screen.getByLabelText('City (optional)'), 'Ottawa');
  expect(hasUnsentTyping()).toBe(true);
  expect(calls).toEqual([]);
  unmount();
  await open();
  expect(screen.getByLabelText('Email')).toHaveValue('nobody');
  expect(screen.getByLabelText('City (optional)')).toHaveValue('Ottawa');
});

test('RegisterScreen sends the details and thanks the visitor', async () => {
  const calls = fakeApi({ [SIGN_UP]: undefined });
  const { user } = await open();
  await user.type(screen.getByLabelText('Name'), ' Ada ');
  await user.type(screen.getByLabelText('Email'), 'Ada@Example.org');
  await user.click(screen.getByLabelText('Yes, I want to receive updates about the product'));
  await user.click(submit());
  expect(await screen.findByRole('heading', { name: 'Thank you for your interest!' })).toBeVisible();
  expect(calls).toEqual([{ route: SIGN_UP, body: { email: 'ada@example.org', name: 'Ada', optIn: true } }]);
  expect(screen.getByRole('link', { name: 'Done' })).toHaveAttribute('href', paths.onboarding.root);
});

test('RegisterScreen sends once, covers the screen while sending, and thanks the visitor and logs it when the call fails', async () => {
  const log = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  let answer = (_: unknown): void => undefined;
  const calls = fakeApi({
    [SIGN_UP]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const { user } = await open();
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('City (optional)'), 'Toronto');
  await user.click(submit());
  expect(await screen.findByRole('alertdialog', { name: 'Sending your details' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Submit', hidden: true }));
  answer({ status: 500, body: {} });
  expect(await screen.findByRole('heading', { name: 'Thank you for your interest!' })).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(log).toHaveBeenCalledWith('The sign-up failed', expect.anything());
});
