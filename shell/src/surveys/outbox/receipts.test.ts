import 'fake-indexeddb/auto';
import { fakeApi, openPage } from 'shared-ui/testing';
import { vaultOwners, wipeVault } from 'shared-ui/vault';
import { Receipts } from './receipts.ts';

const ROUTE = 'POST v1/survey-receipts';
const one = { survey: 'ecg', receiptId: 'r-1' } as const;
const two = { survey: 'blood', receiptId: 'r-2' } as const;

let mine = true;
const open = () => new Receipts('user-1', () => mine);
let receipts: Receipts;

/** Adds receipts without waiting for the reports, then reports the rest. */
async function addAll(given: Receipts, ...all: (typeof one | typeof two)[]): Promise<void> {
  for (const delivered of all) await given.add(delivered);
  await given.report();
}

beforeEach(() => {
  openPage();
  mine = true;
  receipts = open();
});

afterEach(async () => {
  await receipts.wipe();
  for (const owner of await vaultOwners()) await wipeVault(owner);
});

test.each([undefined, 400])(
  'Receipts reports a receipt only once when the API accepts or rejects it (%s)',
  async (status) => {
    const calls = fakeApi({ [ROUTE]: status && { status } });
    await addAll(receipts, one);
    await open().report();
    expect(calls).toEqual([{ route: ROUTE, body: one }]);
  },
);

test.each([500, 429, 401, undefined])('after a failure (%s) the next page reports the receipts', async (status) => {
  fakeApi(status === undefined ? {} : { [ROUTE]: { status } });
  await addAll(receipts, one, two);
  const calls = fakeApi({ [ROUTE]: undefined });
  const nextPage = open();
  await nextPage.report();
  expect(calls.map(({ body }) => body)).toEqual([one, two]);
});

test('Receipts does not report while another user is signed in', async () => {
  const calls = fakeApi({ [ROUTE]: undefined });
  mine = false;
  await addAll(receipts, one);
  expect(calls).toEqual([]);
  mine = true;
  await receipts.report();
  expect(calls).toHaveLength(1);
});

test('Receipts retries automatically', async () => {
  const waits: (() => void)[] = [];
  fakeApi({ [ROUTE]: { status: 503 } });
  const { setTimeout: soon } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    if (ms >= 10_000 || ms <= 500) return soon(work, ms);
    waits.push(work);
    return undefined;
  }) as typeof setTimeout);
  await addAll(receipts, one);
  const calls = fakeApi({ [ROUTE]: undefined });
  waits.at(-1)?.();
  await receipts.report();
  expect(calls.map(({ body }) => body)).toEqual([one]);
});

test('Receipts reports even if storage is unavailable', async () => {
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const calls = fakeApi({ [ROUTE]: undefined });
  await addAll(receipts, one);
  expect(calls).toHaveLength(1);
});
