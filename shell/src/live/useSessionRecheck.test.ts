import { renderHook, waitFor } from '@testing-library/react';
import { call, openSession, store } from 'shared-ui';
import { RECHECK_MS } from 'shared-ui/host';
import { cut, fakeApi, openPage, patient, updateSlice } from 'shared-ui/testing';
import { noteAlive, noteDisconnected, useSessionRecheck } from './useSessionRecheck.ts';

const WHO = 'GET v1/users/me';

beforeEach(() => {
  openPage();
  openSession({ token: 't', user: patient });
});

/** Passes a recheck interval while the stream shows that it is open. */
function passWithStream(): void {
  for (let passed = 0; passed < RECHECK_MS; passed += 15_000) {
    noteAlive();
    jest.advanceTimersByTime(15_000);
  }
}

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

test('useSessionRecheck checks the session immediately when the page becomes visible after a while', async () => {
  const calls = fakeApi({ [WHO]: patient });
  renderHook(useSessionRecheck);
  comeBack();
  expect(calls).toEqual([]);
  const later = Date.now() + RECHECK_MS + 1;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  comeBack();
  await waitFor(() => expect(store.getState().session.checkedAt).toBe(later));
  expect(calls.map(({ route }) => route)).toEqual([WHO]);
});

test('session checks pause while the stream is open', () => {
  expect(RECHECK_MS).toBe(60_000);
  jest.useFakeTimers();
  const calls = fakeApi({ [WHO]: patient });
  renderHook(useSessionRecheck);
  passWithStream();
  noteAlive();
  jest.advanceTimersByTime(RECHECK_MS / 2);
  expect(calls).toEqual([]);
  noteDisconnected();
  jest.advanceTimersByTime(RECHECK_MS);
  jest.useRealTimers();
  return waitFor(() => expect(calls.map(({ route }) => route)).toEqual([WHO]));
});

test('useSessionRecheck detects the end of a hospital outage despite an open stream', async () => {
  jest.useFakeTimers();
  fakeApi({ [WHO]: patient });
  updateSlice('session', { isOffline: true, isHospitalOut: true });
  renderHook(useSessionRecheck);
  passWithStream();
  jest.useRealTimers();
  await waitFor(() => expect(store.getState().session).toMatchObject({ isOffline: false, isHospitalOut: false }));
  noteDisconnected();
});

test('useSessionRecheck repeats a check that succeeded while the network went down', async () => {
  jest.useFakeTimers();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const answers = [patient];
  const calls = fakeApi({ [WHO]: () => answers.pop() ?? Promise.reject(new TypeError('Failed to fetch')) });
  renderHook(useSessionRecheck);
  window.dispatchEvent(new Event('offline'));
  await jest.advanceTimersByTimeAsync(500);
  expect(store.getState().session.isOffline).toBe(false);
  await jest.advanceTimersByTimeAsync(500);
  jest.useRealTimers();
  await waitFor(() => expect(store.getState().session.isOffline).toBe(true));
  expect(calls).toHaveLength(2);
});

describe('a page that was cut off', () => {
  /** Answers of the server, which `isBack` decides. */
  let isBack = false;
  const answer = (body: unknown) => () => (isBack ? body : cut());

  /** Makes a request fail, as an open screen does. */
  async function cutOff() {
    isBack = false;
    updateSlice('settings', { isUserValidated: true });
    jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isBack);
    const calls = fakeApi({ [WHO]: answer(patient), 'GET v1/things': answer([]), 'GET events': answer([]) });
    await call('get', 'v1/things').catch(() => undefined);
    calls.length = 0;
    isBack = true;
    return calls;
  }

  const isOnline = () => waitFor(() => expect(store.getState().session.isOffline).toBe(false));

  test('is online again with the first answered request, and refreshes', async () => {
    updateSlice('session', { isOffline: true });
    renderHook(useSessionRecheck);
    const { refresh } = store.getState().app;
    await cutOff();
    await call('get', 'v1/things');
    await isOnline();
    expect(store.getState().app.refresh).toBeGreaterThan(refresh);
  });

  test('refreshes with the first answered request after a gap that no check noticed', async () => {
    renderHook(useSessionRecheck);
    const { refresh } = store.getState().app;
    const calls = await cutOff();
    await call('get', 'v1/things');
    await waitFor(() => expect(store.getState().app.refresh).toBe(refresh + 1));
    expect(calls.map(({ route }) => route)).not.toContain(WHO);
  });

  test('is checked as soon as it becomes visible', async () => {
    updateSlice('session', { isOffline: true, checkedAt: Date.now() });
    renderHook(useSessionRecheck);
    await cutOff();
    comeBack();
    await isOnline();
  });

  test('is online a second after the network, even if the first check hangs', async () => {
    updateSlice('session', { isOffline: true });
    jest.useFakeTimers();
    await cutOff();
    const checks = [() => patient, () => new Promise(() => undefined)];
    fakeApi({ [WHO]: () => checks.pop()?.() });
    renderHook(useSessionRecheck);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(1_000);
    jest.useRealTimers();
    await isOnline();
  });
});
