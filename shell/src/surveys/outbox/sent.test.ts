import 'fake-indexeddb/auto';
import { fakeApi, openPage } from 'shared-ui/testing';
import { openVault, vaultOwners, wipeVault } from 'shared-ui/vault';
import { sentAbout, storeSent } from './sent.ts';

const ROUTE = 'GET v1/survey-receipts';
const RESPONSES = [{ question: 'rating', answer: 4 }];
const COPY = { receiptId: 'r-1', sentAt: '2026-11-20T10:00:00.000Z', responses: RESPONSES };
const reported = (receiptId: string, deliveredAt: string) => [
  { about: 'event', survey: 'discharge', receiptId, deliveredAt },
  { about: 'other', survey: 'ecg', receiptId: 'r-9', deliveredAt },
];

beforeEach(() => {
  openPage();
});

afterEach(async () => {
  for (const owner of await vaultOwners()) await wipeVault(owner);
});

test('sentAbout returns the local copy with its answers, even if the API is unreachable', async () => {
  await storeSent('user', 'event', COPY);
  fakeApi({});
  expect(await sentAbout('user', 'event')).toEqual(COPY);
  fakeApi({ [ROUTE]: reported('r-1', '2026-11-20T10:00:01.000Z') });
  expect(await sentAbout('user', 'event')).toEqual(COPY);
});

test('sentAbout returns a newer survey from another phone, without answers', async () => {
  fakeApi({ [ROUTE]: reported('r-2', '2026-11-20T11:00:00.000Z') });
  expect(await sentAbout('user', 'event')).toEqual({ receiptId: 'r-2', sentAt: '2026-11-20T11:00:00.000Z' });
  await storeSent('user', 'event', COPY);
  expect(await sentAbout('user', 'event')).toEqual({ receiptId: 'r-2', sentAt: '2026-11-20T11:00:00.000Z' });
  fakeApi({ [ROUTE]: reported('r-0', '2026-11-20T09:00:00.000Z') });
  expect(await sentAbout('user', 'event')).toEqual(COPY);
});

test('sentAbout ignores a reported survey that the API no longer knows after a demo reset', async () => {
  await storeSent('user', 'event', COPY);
  fakeApi({ [ROUTE]: [] });
  expect(await sentAbout('user', 'event')).toBeUndefined();
});

test('sentAbout returns a survey that was not reported yet', async () => {
  await storeSent('user', 'event', COPY);
  await (await openVault('receipts/user')).put(COPY.receiptId, { survey: 'discharge', receiptId: COPY.receiptId });
  fakeApi({ [ROUTE]: [] });
  expect(await sentAbout('user', 'event')).toEqual(COPY);
});

test('sentAbout returns undefined for surveys of other users', async () => {
  await storeSent('somebody else', 'event', COPY);
  fakeApi({ [ROUTE]: [] });
  expect(await sentAbout('user', 'event')).toBeUndefined();
});
