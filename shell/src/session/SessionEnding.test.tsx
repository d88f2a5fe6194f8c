import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { fakeApi, openPage, pretendVisible } from 'shared-ui/testing';
import SessionEnding from './SessionEnding.tsx';

pretendVisible();

const LOOK = 'GET v1/sessions';
const EXTEND = 'POST v1/sessions/extend';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const left = (idle: number, absolute = 60 * MINUTE) => {
  const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
  return { now: iso(0), idleAt: iso(Math.min(idle, absolute)), expiresAt: iso(absolute), sessions: [] };
};

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** The page with a half-filled field in it, and the session's end over it. */
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

test('counts down for the eye by the second, for the ear at four moments, and goes away when the person stays', async () => {
  const calls = fakeApi({ [LOOK]: () => left(MINUTE + 5 * SECOND), [EXTEND]: () => left(30 * MINUTE) });
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

test('says so when the server could not be told, and stays', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  fakeApi({ [LOOK]: () => left(MINUTE) });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await pass(50);
  expect(screen.getByRole('alert')).toHaveTextContent('We could not reach the hospital.');
});

test('an end that nothing moves is read and put away', async () => {
  const calls = fakeApi({ [LOOK]: () => left(30 * MINUTE, MINUTE) });
  const user = await open();
  expect(screen.getByRole('dialog', { name: 'Please sign in again soon' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await pass(20 * SECOND);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.map(({ route }) => route)).not.toContain(EXTEND);
});

test('a session that ran out says why, once', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  fakeApi({ [LOOK]: () => left(5 * SECOND) });
  const user = await open();
  const gone = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } };
  fakeApi({ [LOOK]: gone, 'GET v1/users/me': gone });
  await pass(6 * SECOND);
  await pass(SECOND);
  expect(screen.getByRole('dialog', { name: 'You have been logged out' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await pass(SECOND);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('logging out there ends the session on the server', async () => {
  const calls = fakeApi({ [LOOK]: () => left(MINUTE), 'DELETE v1/sessions': undefined });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await pass(50);
  expect(calls.at(-1)?.route).toBe('DELETE v1/sessions');
  expect(localStorage.getItem('access-token')).toBeNull();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
