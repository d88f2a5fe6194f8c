import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { fakeApi, openPage, patient, pretendVisible, store } from 'shared-ui/testing';
import SessionEnding from './SessionEnding.tsx';

pretendVisible();

const SESSION_ROUTE = 'GET v1/sessions';
const EXTEND = 'POST v1/sessions/extend';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const left = (idle: number, absolute = 60 * MINUTE) => {
  const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
  return { now: iso(0), idleAt: iso(Math.min(idle, absolute)), expiresAt: iso(absolute), sessions: [] };
};

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Renders a page with a half-filled field and the session dialog. */
async function open() {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  render(
    <BrowserRouter>
      <textarea aria-label="Comments" defaultValue="Half a sent" />
      <SessionEnding />
    </BrowserRouter>,
  );
  screen.getByLabelText('Comments').focus();
  await pass(50);
  return user;
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.setItem('access-token', 'secret');
  openPage();
});

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

test('SessionEnding counts down, announces at four moments, and closes when the session is extended', async () => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(MINUTE + 5 * SECOND), [EXTEND]: () => left(30 * MINUTE) });
  const user = await open();
  const dialog = screen.getByRole('dialog', { name: 'Are you still there?' });
  expect(dialog).toHaveTextContent('1:05');
  expect(screen.getByRole('status')).toHaveTextContent('2 minutes left');
  await pass(5 * SECOND);
  expect(dialog).toHaveTextContent('1:00');
  expect(screen.getByRole('status')).toHaveTextContent('1 minute left');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await pass(SECOND);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.map(({ route }) => route)).toContain(EXTEND);
  expect(screen.getByLabelText('Comments')).toHaveValue('Half a sent');
  expect(screen.getByLabelText('Comments')).toHaveFocus();
});

test('SessionEnding can be dismissed when the end cannot be postponed', async () => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(30 * MINUTE, MINUTE) });
  const user = await open();
  expect(screen.getByRole('dialog', { name: 'Please sign in again soon' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await pass(20 * SECOND);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.map(({ route }) => route)).not.toContain(EXTEND);
});

test('SessionEnding closes when the session has expired, and leaves the explanation to the sign-in screen', async () => {
  fakeApi({ [SESSION_ROUTE]: () => left(5 * SECOND) });
  await open();
  expect(screen.getByRole('dialog', { name: 'Are you still there?' })).toBeInTheDocument();
  const unauthenticated = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } };
  fakeApi({ [SESSION_ROUTE]: unauthenticated, 'GET v1/users/me': unauthenticated });
  await pass(6 * SECOND);
  await pass(SECOND);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(store.getState().session).toMatchObject({ status: 'anonymous', ended: { userId: patient.id } });
});

test('SessionEnding shows an error when the session could not be extended, and can sign the user out', async () => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(MINUTE), 'DELETE v1/sessions': undefined });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await pass(50);
  expect(screen.getByRole('alert')).toHaveTextContent('We could not reach the hospital.');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await pass(50);
  expect(calls.at(-1)?.route).toBe('DELETE v1/sessions');
  expect(localStorage.getItem('access-token')).toBeNull();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
