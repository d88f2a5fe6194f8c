import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import type { CareEvent, Me } from 'mock-api/contract';
import { clearCache, readCached, writeCached } from '../../platform/http/offline-cache.ts';
import { saveToken } from '../../platform/http/token.ts';
import { careEvent, fakeApi, jordan, narrowUser, openPage, patient } from '../../testing/index.ts';
import { dismissEvent, ensureTimeline } from '../events/events.ts';
import { store, updateSlice } from '../store.ts';
import { recheckSession, restoreSession } from './session.ts';

const MINUTE_MS = 60_000;
const old = careEvent({ id: 'one', name: 'Last visit' });
const fresh = careEvent({ id: 'one', name: 'This visit' });

/** Returns an answer that the test releases. */
function held<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Stores what an earlier visit has shown, that many minutes ago. */
async function visitedBefore(minutes: number, me: Me = patient): Promise<void> {
  saveToken('one');
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - minutes * MINUTE_MS);
  const seen: [string, unknown][] = [
    ['v1/users/me', me],
    ['events', [old]],
    ['v1/profiles', [jordan]],
    ['v1/notifications', []],
  ];
  await Promise.all(seen.map(([path, body]) => writeCached('one', path, async () => ({ body }))));
  jest.mocked(Date.now).mockRestore();
}

const names = () => store.getState().events.list.map(({ name }) => name);

beforeEach(() => {
  openPage();
  store.setState(store.getInitialState(), true);
  updateSlice('settings', { isUserValidated: true });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await clearCache();
});

test('a warm start shows the last content with its age, then the current one in its place', async () => {
  await visitedBefore(5);
  const [me, events] = [held<Me>(), held<CareEvent[]>()];
  fakeApi({
    'GET v1/users/me': () => me.promise,
    'GET events': () => events.promise,
    'GET v1/profiles': [jordan],
    'GET v1/notifications': [],
  });
  const restored = restoreSession();
  await waitFor(() => expect(store.getState().session).toMatchObject({ status: 'full', isUnconfirmed: true }));
  const loaded = ensureTimeline();
  await waitFor(() => expect(names()).toEqual(['Last visit']));
  expect(store.getState().events.isCopy).toBe(true);
  expect(Date.now() - (store.getState().events.fetchedAt ?? 0)).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  me.resolve(patient);
  events.resolve([fresh]);
  await Promise.all([restored, loaded]);
  expect(names()).toEqual(['This visit']);
  expect(store.getState()).toMatchObject({ session: { isUnconfirmed: false }, events: { isCopy: false } });
});

test('a warm start drops the last content when the server refuses the session', async () => {
  await visitedBefore(5);
  const me = held<unknown>();
  fakeApi({ 'GET v1/users/me': () => me.promise });
  const restored = restoreSession();
  await waitFor(() => expect(store.getState().session.status).toBe('full'));
  void ensureTimeline();
  await waitFor(() => expect(names()).toEqual(['Last visit']));
  me.resolve({ status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } });
  await restored;
  expect(store.getState().session.status).toBe('anonymous');
  expect(names()).toEqual([]);
});

test('a warm start without network shows the last content as offline', async () => {
  await visitedBefore(90);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeApi({});
  await restoreSession();
  await ensureTimeline();
  expect(names()).toEqual(['Last visit']);
  expect(store.getState()).toMatchObject({
    session: { status: 'full', isOffline: true },
    events: { loading: 'ready' },
  });
});

test('without network, a page whose start could not read this phone’s storage continues at the next check', async () => {
  await visitedBefore(90);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeApi({});
  const storage = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Not now', 'InvalidStateError');
  });
  await restoreSession();
  expect(store.getState().session).toMatchObject({ status: 'anonymous', isOffline: true });
  storage.mockRestore();
  await recheckSession();
  expect(store.getState().session).toMatchObject({ status: 'full', isOffline: true, me: { id: patient.id } });
});

test('a warm start shows as read what was read before, also if that could not be sent', async () => {
  await visitedBefore(5);
  updateSlice('events', { list: [old] });
  fakeApi({});
  await dismissEvent('one');
  // Written once the page is idle, or when something is read.
  await readCached('events');
  updateSlice('events', { list: [] });
  await restoreSession();
  await ensureTimeline();
  expect(store.getState().events.list.map(({ status }) => status)).toEqual(['VIEWED']);
});

test.each([
  ['is certainly over', 31, patient],
  ['still needed its PIN', 5, narrowUser],
  ['must agree to documents', 5, { ...patient, toAgree: [{ document: 'privacy', version: '2.0' }] } as Me],
])('a warm start waits for the server when the session %s', async (_, minutes, user) => {
  await visitedBefore(minutes, user);
  const me = held<Me>();
  const calls = fakeApi({ 'GET v1/users/me': () => me.promise });
  let wasUnconfirmed = false;
  const stop = store.subscribe(({ session }) => {
    wasUnconfirmed ||= session.isUnconfirmed === true;
  });
  const restored = restoreSession();
  await waitFor(() => expect(calls).toHaveLength(1));
  // Reads run in turn: after this one, the start has read its copy.
  await readCached('v1/others');
  me.resolve(patient);
  await restored;
  stop();
  expect(wasUnconfirmed).toBe(false);
  expect(store.getState().session.status).toBe('full');
});
