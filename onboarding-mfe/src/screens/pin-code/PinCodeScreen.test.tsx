import { screen, waitFor } from '@testing-library/react';
import type { Me } from 'mock-api/contract';
import { openSession, paths, runtimeConfig, store } from 'shared-ui';
import { type FakeCall, fakeApi, patient, setRuntimeConfig } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import PinCodeScreen from './PinCodeScreen.tsx';

const SEND = 'POST v1/sessions/pin';
const VERIFY = 'POST v1/sessions/pin/verify';

const inTenMinutes = () => ({ maskedPhone: '•••• ••• 0101', expiresAt: new Date(Date.now() + 600_000).toISOString() });
const refusal = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });

beforeEach(openAsVisitor);

async function open(me: Me = narrowUser) {
  openSession({ token: 'secret', user: me });
  return show(<PinCodeScreen />, paths.onboarding.pinCode);
}

const field = () => screen.getByLabelText('4-digit code');
const submit = () => screen.getByRole('button', { name: 'Submit' });
/** Counts PIN requests: the user's own, or with `unlessAlive` the screen's, which don't replace a valid PIN. */
const asked = (calls: FakeCall[], unlessAlive: boolean) =>
  calls.filter(({ route, body }) => route === SEND && (body as { unlessAlive: boolean }).unlessAlive === unlessAlive)
    .length;

async function tryPin(verdict: unknown) {
  const calls = fakeApi({ [SEND]: inTenMinutes, [VERIFY]: verdict });
  const { user } = await open();
  await user.type(field(), '4821');
  await user.click(submit());
  return { calls, user };
}

test('PinCodeScreen redirects to /expired and sends nothing when the trial has expired', async () => {
  const calls = fakeApi({});
  await open({ ...narrowUser, statusId: 6 });
  expect(location.pathname).toBe(paths.expired);
  expect(calls).toEqual([]);
});

test('PinCodeScreen requests no PIN and shows the contacts when the user has no number', async () => {
  const calls = fakeApi({});
  await open({ ...narrowUser, maskedPhone: '' });
  expect(screen.getByText(/We don't have a mobile number/)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(calls).toEqual([]);
});

test('PinCodeScreen skips the email step before a new number for a user without an email', async () => {
  fakeApi({ [SEND]: inTenMinutes });
  await open({ ...narrowUser, hasNoEmail: true });
  expect(await screen.findByRole('link', { name: 'Use a new mobile number' })).toHaveAttribute(
    'href',
    paths.onboarding.enterNewMobile,
  );
});

test('PinCodeScreen accepts up to four digits, and sends nothing before there are four', async () => {
  const calls = fakeApi({ [SEND]: inTenMinutes });
  const { user } = await open();
  expect(submit()).toBeDisabled();
  await user.type(field(), 'a4-8 2{Enter}');
  expect(field()).toHaveValue('482');
  expect(submit()).toBeDisabled();
  await user.type(field(), '15');
  expect(field()).toHaveValue('4821');
  expect(submit()).toBeEnabled();
  expect(calls.filter(({ route }) => route === VERIFY)).toEqual([]);
});

test('PinCodeScreen makes the session full on the right PIN and continues to patient-complete', async () => {
  const { calls } = await tryPin(patient);
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.patientComplete));
  expect(calls.at(-1)).toEqual({ route: VERIFY, body: { pin: '4821' } });
  expect(store.getState().session).toMatchObject({ status: 'full', me: patient });
});

test('PinCodeScreen reports a wrong PIN with the user’s name, clears and focuses the field, and sends a new code', async () => {
  const { calls, user } = await tryPin(refusal(403, 'PIN_WRONG', 'Wrong.'));
  expect(
    await screen.findByText('Sorry Jordan, but that PIN was incorrect. Did you need us to resend it?'),
  ).toBeVisible();
  expect(
    screen.getByText("We're having some trouble confirming your pin. Please try again or try another way..."),
  ).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(/^Sorry Jordan/);
  await waitFor(() => expect(field()).toHaveValue(''));
  expect(field()).toHaveFocus();
  await user.type(field(), '482');
  expect(field()).toBeValid();
  expect(submit()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Resend security code' }));
  expect(await screen.findByText('We sent a new security code.')).toBeVisible();
  expect(asked(calls, false)).toBe(1);
  expect(field()).toHaveValue('');
  await waitFor(() => expect(field()).toHaveFocus());
  expect(screen.queryByText(/Sorry Jordan/)).toBeNull();
});

test('PinCodeScreen focuses the field on arrival, requests a PIN unless one is still valid, and says where it was sent', async () => {
  const calls = fakeApi({ [SEND]: inTenMinutes });
  await open();
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field()).toHaveAttribute('inputmode', 'numeric');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/^We sent a 4-digit code by text to .*0101\.$/));
  expect(asked(calls, true)).toBeGreaterThan(0);
  expect(asked(calls, false)).toBe(0);
});

test.each(['48 21', '4821'])(
  'PinCodeScreen accepts a pasted %j and sends it on Enter, not by itself',
  async (copied) => {
    const calls = fakeApi({ [SEND]: inTenMinutes, [VERIFY]: patient });
    const { user } = await open();
    await user.keyboard('9');
    await user.paste(copied);
    expect(field()).toHaveValue('4821');
    expect(calls.filter(({ route }) => route === VERIFY)).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls.at(-1)).toEqual({ route: VERIFY, body: { pin: '4821' } }));
  },
);

test.each([
  [410, 'PIN_DEAD', 'This code no longer works.'],
  [429, 'PIN_LOCKED', 'Too many wrong PINs today.'],
])('PinCodeScreen shows the server message for %i %s', async (status, code, message) => {
  await tryPin(refusal(status, code, message));
  expect(await screen.findByText(message)).toBeVisible();
});

test('PinCodeScreen reports a PIN that could not be sent', async () => {
  fakeApi({ [SEND]: refusal(429, 'TOO_MANY_TEXTS', 'Please wait ten minutes.') });
  await open();
  expect(await screen.findByText('The 4-digit code could not be sent.')).toBeVisible();
  expect(screen.getByText('Please wait ten minutes.')).toBeVisible();
});

test('PinCodeScreen takes six digits where the hospital’s PINs have six', async () => {
  setRuntimeConfig({ ...runtimeConfig(), pinDigits: 6 });
  const calls = fakeApi({ [SEND]: inTenMinutes, [VERIFY]: patient });
  const { user } = await open();
  await user.type(screen.getByLabelText('6-digit code'), '13579');
  expect(submit()).toBeDisabled();
  await user.type(screen.getByLabelText('6-digit code'), '0');
  await user.click(submit());
  await waitFor(() => expect(calls.at(-1)).toEqual({ route: VERIFY, body: { pin: '135790' } }));
});
