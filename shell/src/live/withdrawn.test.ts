import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import type { SupporterPermissions } from 'mock-api/contract';
import { loadRecords, loadTimeline, readThrough } from 'shared-ui';
import { clearCache, updateSlice } from 'shared-ui/host';
import { cut, fakeApi, jordan, maya, openPage, store, supporter } from 'shared-ui/testing';
import { clearWithdrawn } from './withdrawn.ts';

const { permissions: ALL } = supporter({ id: 's' });

/** Answers with a profile that its patient shares with these permissions; none if undefined. */
const sharing = (permissions: SupporterPermissions | undefined) =>
  fakeApi({
    'GET events': [],
    'GET v1/notifications': [],
    'GET v1/results': [{ id: 'blood' }],
    'GET v1/care-plans': [],
    'GET v1/profiles': permissions ? [jordan, { ...maya, permissions }] : [jordan],
  });
const cachedResults = () => {
  fakeApi({});
  return readThrough('v1/results').catch(() => 'nothing');
};

let stop: () => void = () => undefined;

beforeEach(() => {
  openPage();
  localStorage.setItem('access-token', 'token');
});

afterEach(async () => {
  stop();
  await clearCache();
});

/** Opens the app while this is shared, and leaves copies on the phone. */
async function readEverything(permissions = ALL): Promise<void> {
  sharing(permissions);
  stop = clearWithdrawn('token');
  await loadTimeline();
  await loadRecords();
  await waitFor(async () => expect(await cachedResults()).toEqual([{ id: 'blood' }]));
}

test.each([
  ['a permission', { ...ALL, diagnosticResults: false }],
  ['everything', undefined],
])('clearWithdrawn clears the cache when a patient withdraws %s', async (_, permissions) => {
  await readEverything();
  updateSlice('records', { fetchedAt: null });
  sharing(permissions);
  await loadTimeline();
  await waitFor(async () => expect(await cachedResults()).toBe('nothing'));
});

test('clearWithdrawn clears what was withdrawn while the app was closed', async () => {
  await readEverything();
  stop();
  openPage();
  sharing({ ...ALL, medicalRecords: false });
  stop = clearWithdrawn('token');
  await loadTimeline();
  await waitFor(async () => expect(await cachedResults()).toBe('nothing'));
});

test('clearWithdrawn makes what is still shared available offline again', async () => {
  await readEverything();
  const calls = sharing({ ...ALL, feedback: false });
  await loadTimeline();
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain('GET v1/results'));
  await waitFor(async () => expect(await cachedResults()).toEqual([{ id: 'blood' }]));
});

test.each([
  ['more is shared', async () => void sharing({ ...ALL })],
  ['the server can’t be reached', async () => void fakeApi({}, cut)],
])('clearWithdrawn keeps the cache when %s', async (_, change) => {
  await readEverything({ ...ALL, feedback: false });
  await change();
  await loadTimeline().catch(() => undefined);
  await waitFor(() => expect(store.getState().events.loading).not.toBe('loading'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await cachedResults()).toEqual([{ id: 'blood' }]);
});
