import { act, screen, waitFor } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import EnterNewMobileScreen from './EnterNewMobileScreen.tsx';
import { asMobile, isMobile } from './mobile-number.ts';

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

test.each([
  ['+1 999-999-9999', '+1 999-999-9999'],
  ['+1 416-555-0199', '+1 416-555-0199'],
  ['+1 (416) 555.0199', '+1 416-555-0199'],
  ['+14165550199', '+1 416-555-0199'],
  [' +33 612 345 6789 ', '+33 612-345-6789'],
  ['+336123456789', '+33 612-345-6789'],
  ['+1-416-555-0199', '+1 416-555-0199'],
])('asMobile turns %p into %p', (typed, number) => {
  expect(asMobile(typed)).toBe(number);
  expect(isMobile(typed)).toBe(true);
});

test.each([
  '',
  '+000 999-999-9999',
  '+001 416-555-0199',
  '4165550199',
  '416-555-0199',
  '+1 416 555 019',
  '+1 416 555 019a',
  '+1 416-555-01999',
  '+141655501999',
  '+0 416-555-019',
  '+1234 416-555-0199',
  '++1 416-555-0199',
])('isMobile rejects %p', (typed) => {
  expect(isMobile(typed)).toBe(false);
});

test.each(['', '416-555-0199'])('EnterNewMobileScreen shows the format and sends nothing for %p', async (number) => {
  const calls = fakeApi({});
  await enter(number);
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

test('EnterNewMobileScreen shows the failure message when the server returns another number', async () => {
  fakeApi({ [CHANGE]: { ...narrowUser, phoneNumber: '+1 416 555 0101' } });
  await enter('+1 416-555-0199');
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /extension 123/ })).toHaveLength(2);
  expect(screen.getByLabelText('Mobile number')).toHaveValue('+1 416-555-0199');
});

test('EnterNewMobileScreen shows the failure message for a refusal and keeps the number', async () => {
  fakeApi({ [CHANGE]: { status: 400, body: { error: { code: 'VALIDATION', message: 'No.' } } } });
  await enter('+1 416-555-0199');
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByLabelText('Mobile number')).toHaveValue('+1 416-555-0199');
});

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

test('EnterNewMobileScreen reports a network error with the failure message and the contacts', async () => {
  fakeApi({});
  await enter('+1 416-555-0199');
  expect(await screen.findByText(/We can't reach the server/)).toBeVisible();
  expect(screen.getByText(FAILED)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
});

test.each([429, 500])('EnterNewMobileScreen shows the failure message for status %i', async (status) => {
  fakeApi({ [CHANGE]: { status, body: { error: { code: 'NO', message: 'Not now.' } } } });
  await enter('+1 416-555-0199');
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByText(FAILED)).toBeVisible();
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

test('EnterNewMobileScreen names no email to a user who has none', async () => {
  fakeApi({});
  openSession({ token: 'secret', user: { ...waitingUser, hasNoEmail: true } });
  await show(<EnterNewMobileScreen />, paths.onboarding.enterNewMobile);
  expect(screen.getByText('There are two ways. One is enough:')).toBeVisible();
  expect(screen.queryByText(/Open the link in the email/)).toBeNull();
});

test('EnterNewMobileScreen takes another number instead of the one that waits', async () => {
  const calls = fakeApi({ [CHANGE]: waitingUser });
  openSession({ token: 'secret', user: waitingUser });
  const { user } = await show(<EnterNewMobileScreen />, paths.onboarding.enterNewMobile);
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
