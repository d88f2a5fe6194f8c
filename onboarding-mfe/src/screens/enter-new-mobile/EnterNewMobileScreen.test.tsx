import { act, screen, waitFor } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import EnterNewMobileScreen from './EnterNewMobileScreen.tsx';

const CHANGE = 'PATCH v1/users/me';
const FORMAT = 'Please enter your full phone number. The phone number must be formatted like this... +000 999-999-9999';
const FAILED = "We're having some trouble updating your phone number. Please confirm you have entered it correctly...";

beforeEach(openAsVisitor);

async function enter(number: string) {
  openSession({ token: 'secret', user: narrowUser });
  const { user } = await show(<EnterNewMobileScreen />, paths.onboarding.enterNewMobile);
  if (number) await user.type(screen.getByLabelText('Mobile number'), number);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
}

test('EnterNewMobileScreen shows the format and sends nothing for an incomplete number', async () => {
  const calls = fakeApi({});
  await enter('416-555-0199');
  await waitFor(() => expect(screen.getAllByText(FORMAT)).toHaveLength(2));
  expect(screen.getByLabelText('Mobile number')).toBeInvalid();
  expect(calls).toEqual([]);
});

test('EnterNewMobileScreen sends the formatted number and continues to the PIN once it is confirmed', async () => {
  const calls = fakeApi({
    [CHANGE]: { ...narrowUser, maskedPhone: '•• •••-•••-0199', phoneNumber: '+1 416-555-0199' },
  });
  await enter('+14165550199');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.pinCode));
  expect(calls).toEqual([{ route: CHANGE, body: { phoneNumber: '+1 416-555-0199' } }]);
  expect(store.getState().session.me?.maskedPhone).toBe('•• •••-•••-0199');
});

test.each([
  ['another number in the response', { ...narrowUser, phoneNumber: '+1 416 555 0101' }],
  ['a refusal', { status: 400, body: { error: { code: 'VALIDATION', message: 'No.' } } }],
  ['too many attempts', { status: 429, body: { error: { code: 'NO', message: 'Not now.' } } }, 'Not now.'],
])(
  'EnterNewMobileScreen shows the failure message for %s and keeps the number',
  async (_why, answer, reason = FAILED) => {
    fakeApi({ [CHANGE]: answer });
    await enter('+1 416-555-0199');
    expect(await screen.findByText(FAILED)).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /extension 123/ })).toHaveLength(2);
    expect(screen.getByLabelText('Mobile number')).toHaveValue('+1 416-555-0199');
  },
);

test('EnterNewMobileScreen names the served countries and the contacts when a country is not served', async () => {
  const message = 'We can send text messages to numbers of these countries only: +1';
  const error = { code: 'VALIDATION', message: 'Please check.', fields: { phoneNumber: message } };
  fakeApi({ [CHANGE]: { status: 400, body: { error } } });
  await enter('+44 207-946-0123');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByText(FAILED)).toBeNull();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(screen.getByLabelText('Mobile number')).toHaveValue('+44 207-946-0123');
});

test('EnterNewMobileScreen redirects to the email step when it was skipped', async () => {
  fakeApi({ [CHANGE]: { status: 403, body: { error: { code: 'PHONE_CHANGE_NOT_ALLOWED', message: 'E-mail.' } } } });
  await enter('+1 416-555-0199');
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.enterEmail));
});

const waitingUser = {
  ...narrowUser,
  phoneChange: { maskedPhone: '•• ••••••••0199', expiresAt: '2036-11-20T08:00:00.000Z' },
};
const ME = 'GET v1/users/me';
const waitingTitle = { level: 1, name: 'Please confirm your new number' };

test('EnterNewMobileScreen names the ways to confirm a number, and continues to the PIN once it is confirmed', async () => {
  fakeApi({ [CHANGE]: waitingUser, [ME]: { ...narrowUser, maskedPhone: '•• ••••••••0199' } });
  await enter('+1 416-555-0199');
  expect(await screen.findByRole('heading', waitingTitle)).toBeVisible();
  for (const way of [/Open the link in the text message/, /Open the link in the email/, /Ask hospital staff/])
    expect(screen.getByText(way)).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.enterNewMobile);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.pinCode));
});

test('EnterNewMobileScreen names no email to a user who has none, and takes another number instead of the one that waits', async () => {
  const calls = fakeApi({ [CHANGE]: waitingUser });
  openSession({ token: 'secret', user: { ...waitingUser, hasNoEmail: true } });
  const { user } = await show(<EnterNewMobileScreen />, paths.onboarding.enterNewMobile);
  expect(screen.getByText('There are two ways. One is enough:')).toBeVisible();
  expect(screen.queryByText(/Open the link in the email/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Enter another number' }));
  await user.type(screen.getByLabelText('Mobile number'), '+1 416-555-0199');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('heading', waitingTitle)).toBeVisible();
  expect(calls[0]?.body).toEqual({ phoneNumber: '+1 416-555-0199' });
});

test('EnterNewMobileScreen asks for the number again when it was not confirmed in time', async () => {
  fakeApi({ [ME]: narrowUser });
  openSession({ token: 'secret', user: waitingUser });
  await show(<EnterNewMobileScreen />, paths.onboarding.enterNewMobile);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(/wasn’t confirmed in time/)).toBeVisible();
  expect(screen.getByLabelText('Mobile number')).toBeVisible();
});
