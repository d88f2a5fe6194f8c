import { act } from '@testing-library/react';
import { store } from 'shared-ui';
import { fakeApi, openPage } from 'shared-ui/testing';
import { type SessionEnd, SessionExpiryMonitor } from './session-expiry-monitor.ts';

const SESSION_ROUTE = 'GET v1/sessions';
const EXTEND = 'POST v1/sessions/extend';
const MINUTE = 60_000;

/** Response of the server, whose clock is an hour ahead of the phone's. */
const left = (idle: number, absolute = 12 * 60 * MINUTE) => {
  const now = Date.now() + 60 * MINUTE;
  const iso = (ms: number) => new Date(now + ms).toISOString();
  return { now: iso(0), idleAt: iso(Math.min(idle, absolute)), expiresAt: iso(absolute), sessions: [] };
};

let reports: (SessionEnd | null)[] = [];
let watch: SessionExpiryMonitor;
const near = () => reports.at(-1);
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Starts the monitor, optionally with input just before its first response. */
async function start({ withInput = false } = {}): Promise<void> {
  watch = new SessionExpiryMonitor((end) => reports.push(end));
  watch.start();
  if (withInput) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  await pass(0);
}

beforeEach(() => {
  jest.useFakeTimers();
  openPage();
  reports = [];
});

afterEach(() => {
  watch.stop();
  jest.useRealTimers();
});

test('the monitor checks once, rechecks near expiry and then warns', async () => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(30 * MINUTE) });
  await start();
  await pass(27 * MINUTE);
  expect(calls).toHaveLength(1);
  await pass(MINUTE);
  expect(calls).toHaveLength(2);
  expect(near()).toBeNull();
  fakeApi({ [SESSION_ROUTE]: () => left(1.5 * MINUTE) });
  await pass(28 * MINUTE);
  expect(near()).toEqual({ at: Date.now() + 1.5 * MINUTE, isLast: false });
});

test.each([
  ['', 30 * MINUTE, 28 * MINUTE],
  [', and polls sessions shorter than the warning time with pauses', MINUTE, 30_000],
])('extend extends the session and clears the warning%s', async (_, idle, nextPoll) => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(MINUTE), [EXTEND]: () => left(idle) });
  await start();
  expect(near()).not.toBeNull();
  await act(() => watch.extend());
  expect(near()).toBeNull();
  expect(calls.at(-1)?.route).toBe(EXTEND);
  await pass(nextPoll - 1_000);
  expect(calls).toHaveLength(2);
  await pass(1_000);
  expect(calls.length).toBeGreaterThan(2);
  expect(near()).not.toBeNull();
});

test('the warning is cleared when another tab has extended the session', async () => {
  fakeApi({ [SESSION_ROUTE]: () => left(MINUTE) });
  await start();
  expect(near()).not.toBeNull();
  fakeApi({ [SESSION_ROUTE]: () => left(30 * MINUTE) });
  await pass(15_000);
  expect(near()).toBeNull();
});

test('the session is extended without a warning after recent input', async () => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(MINUTE), [EXTEND]: () => left(30 * MINUTE) });
  await start({ withInput: true });
  expect(calls.at(-1)?.route).toBe(EXTEND);
  expect(reports.every((end) => end === null)).toBe(true);
});

test('an end that cannot be postponed is reported despite recent input', async () => {
  const calls = fakeApi({ [SESSION_ROUTE]: () => left(30 * MINUTE, MINUTE) });
  await start({ withInput: true });
  expect(near()).toMatchObject({ isLast: true });
  expect(calls.map(({ route }) => route)).toEqual([SESSION_ROUTE]);
});

test('an expired session is dropped and marked as expired in the store', async () => {
  localStorage.setItem('access-token', 'secret');
  fakeApi({ [SESSION_ROUTE]: () => left(MINUTE) });
  await start();
  const unauthenticated = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } };
  fakeApi({ [SESSION_ROUTE]: unauthenticated, 'GET v1/users/me': unauthenticated });
  await pass(MINUTE);
  expect(store.getState().session).toMatchObject({ status: 'anonymous', hasRunOut: true });
  expect(localStorage.getItem('access-token')).toBeNull();
});

test('polling continues without a connection and clears a warning whose time has passed', async () => {
  fakeApi({ [SESSION_ROUTE]: () => left(MINUTE) });
  await start();
  const calls = fakeApi({});
  await pass(MINUTE + 15_000);
  expect(calls.length).toBeGreaterThan(2);
  expect(near()).toBeNull();
  expect(store.getState().session.status).toBe('full');
});

test('polling restarts immediately when the page becomes visible', async () => {
  fakeApi({ [SESSION_ROUTE]: () => left(30 * MINUTE) });
  await start();
  fakeApi({ [SESSION_ROUTE]: () => left(MINUTE) });
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(near()).not.toBeNull();
});
