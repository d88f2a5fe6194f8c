import { screen } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ConfirmMobileScreen from './ConfirmMobileScreen.tsx';

const READ = 'POST v1/users/phone-change';
const DEAD = { status: 410, body: { error: { code: 'LINK_DEAD', message: 'Expired.' } } };
const CHANGE = { firstName: 'Jordan', maskedPhone: '•• ••••••••0199' };

beforeEach(openAsVisitor);

const open = () => show(<ConfirmMobileScreen />, '/onboarding/confirm-mobile/:uuid', '/onboarding/confirm-mobile/link');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test.each([
  ['Yes, use this number', 'confirm', 'Your new number is confirmed'],
  ['This wasn’t me', 'refuse', 'Your number stays as it was'],
])('ConfirmMobileScreen decides nothing until "%s" is pressed', async (press, act, done) => {
  const decide = `${READ}/${act}`;
  const calls = fakeApi({ [READ]: CHANGE, [decide]: undefined });
  const { user } = await open();
  await heading('Is this your new mobile number?');
  expect(screen.getByText(/0199/)).toBeVisible();
  expect(calls.every(({ route }) => route === READ)).toBe(true);
  await user.click(screen.getByRole('button', { name: press }));
  expect(await heading(done)).toBeVisible();
  expect(calls.at(-1)).toEqual({ route: decide, body: { uuid: 'link' } });
});

test('ConfirmMobileScreen says that a dead link no longer works, without a retry', async () => {
  fakeApi({ [READ]: DEAD });
  await open();
  expect(await heading('This link no longer works')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
});

test('ConfirmMobileScreen offers a retry after a network error, and shows why an answer was not accepted', async () => {
  fakeApi({});
  const { user } = await open();
  await heading('This can’t be shown just now');
  expect(screen.getByRole('alert')).toHaveTextContent(/\S/);
  fakeApi({ [READ]: CHANGE, [`${READ}/confirm`]: DEAD });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Is this your new mobile number?');
  await user.click(screen.getByRole('button', { name: 'Yes, use this number' }));
  expect(await screen.findByText('Expired.')).toBeVisible();
});
