import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import { openPage } from 'shared-ui/testing';
import { vaultOwners, wipeVault } from 'shared-ui/vault';
import type { OutboxEntry } from './outbox-store.ts';
import { type OutboxListener, Queue } from './queue.ts';

const PAYLOAD = {
  Hospital: 'Northside General Hospital',
  Survey: 'ECG test',
  Responses: [{ question: 'triageOption', answer: 5 }],
  Email: 'patient@example.org',
  Name: 'Jordan Avery',
};

const entry = (key: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key,
  about: 'event-1',
  survey: 'ecg',
  payload: PAYLOAD,
  writtenAt: 1,
  ...changes,
});

type FakeResponse =
  | 'receipt'
  | 'lost'
  | 'cut'
  | { status: number; retryAfter?: string; code?: string }
  | Promise<'receipt'>;

/** Fakes a recorder that gives the listed answers in turn, then receipts. Records the requests by key. */
function recorder(...answers: FakeResponse[]) {
  const keys: string[] = [];
  const sentTokens: (string | null)[] = [];
  const replaced: (string | null)[] = [];
  const recorded = new Map<string, unknown>();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request;
    const key = request.headers.get('idempotency-key') ?? '';
    keys.push(key);
    sentTokens.push(request.headers.get('survey-token'));
    replaced.push(request.headers.get('replaces'));
    const answer = await (answers.shift() ?? 'receipt');
    if (answer === 'cut') throw new TypeError('Failed to fetch');
    if (typeof answer === 'object') {
      const headers = answer.retryAfter ? { 'retry-after': answer.retryAfter } : {};
      return Response.json({ error: { code: answer.code ?? 'NO', message: 'No' } }, { status: answer.status, headers });
    }
    recorded.set(key, await request.json());
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return Response.json({ receiptId: `r-${key}` }, { status: 201 });
  });
  return { keys, recorded, sentTokens, replaced };
}

/** A receipt that the test gives later. */
function pending() {
  let give = (): void => undefined;
  const promise = new Promise<'receipt'>((resolve) => {
    give = () => resolve('receipt');
  });
  return { promise, give };
}

const queued = async (queue: Queue) => (await queue.entries()).map(({ key }) => key);

/** Puts and delivers an entry, as a form does. */
const add = async (queue: Queue, given: OutboxEntry) => queue.deliver(await queue.put(given));

let queue: Queue;
let changes = 0;
let calls: string[] = [];
/** Tokens that the API gives in turn. */
let tokens: string[] = [];

/** Listener of another page, which does nothing. */
const none = async () => undefined;
const SILENT: OutboxListener = { changed: () => undefined, token: none, sending: none, refused: none, received: none };

beforeEach(() => {
  openPage();
  changes = 0;
  calls = [];
  tokens = [];
  queue = new Queue('user-1', {
    changed() {
      changes += 1;
    },
    token: async () => tokens.shift(),
    sending: async ({ key }) => void calls.push(`sending ${key}`),
    refused: async ({ key }) => void calls.push(`refused ${key}`),
    received: async ({ key, survey }, receiptId) => void calls.push(`received ${key}: ${survey} ${receiptId}`),
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await queue.wipe();
  for (const owner of await vaultOwners()) await wipeVault(owner);
});

test('a survey is stored before sending and removed with its receipt', async () => {
  const answer = pending();
  const { keys } = recorder(answer.promise);
  const added = add(queue, entry('key-1'));
  await waitFor(() => expect(keys).toHaveLength(1));
  expect(await queued(new Queue('user-1', SILENT))).toEqual(['key-1']);
  expect(queue.hasFailed('key-1')).toBe(false);
  answer.give();
  expect(await added).toEqual({ status: 'delivered', receiptId: 'r-key-1' });
  expect(await queued(queue)).toEqual([]);
  expect(changes).toBeGreaterThanOrEqual(2);
  expect(calls).toEqual(['sending key-1', 'received key-1: ecg r-key-1']);
});

test.each<[string, FakeResponse]>([
  ['cut network', 'cut'],
  ['failing recorder', { status: 500 }],
  ['lost answer', 'lost'],
  ['conflict with the same key in flight', { status: 409 }],
])('after a %s the survey stays queued and the next page sends it with the same key', async (_, answer) => {
  const { keys, recorded } = recorder(answer);
  expect(await add(queue, entry('key-1'))).toEqual({ status: 'queued' });
  expect(await queued(queue)).toEqual(['key-1']);
  expect(queue.hasFailed('key-1')).toBe(true);
  const nextPage = new Queue('user-1', SILENT);
  await nextPage.wake();
  expect(keys).toEqual(['key-1', 'key-1']);
  expect([...recorded.keys()]).toEqual(['key-1']);
  expect(await queued(nextPage)).toEqual([]);
});

test('a form does not wait for a recorder that does not answer, which still counts the survey', async () => {
  const answer = pending();
  const { recorded } = recorder(answer.promise);
  const key = await queue.put(entry('key-1'));
  const { setTimeout: soon } = globalThis;
  const skip = (work: () => void, ms = 0, ...given: []) => soon(work, ms === 6_000 ? 0 : ms, ...given);
  const skipped = jest.spyOn(globalThis, 'setTimeout').mockImplementation(skip as typeof setTimeout);
  expect(await queue.deliver(key)).toEqual({ status: 'queued' });
  skipped.mockRestore();
  expect(await queued(queue)).toEqual(['key-1']);
  answer.give();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect([...recorded.keys()]).toEqual(['key-1']);
});

/** Timeouts of the form, the request and the vault (ms). */
const TIMEOUTS = [6_000, 10_000, 500];

/** Skips delays as if the time had passed and records them in seconds. Timeouts are left alone. */
function passTime(): number[] {
  const waits: number[] = [];
  const { setTimeout: soon } = globalThis;
  const { now } = Date;
  let passed = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const pass = (work: () => void, ms = 0) => {
    if (TIMEOUTS.includes(ms)) return soon(work, ms);
    waits.push(Math.round(ms / 1000));
    passed += ms;
    return soon(work);
  };
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(pass as typeof setTimeout);
  return waits;
}

test('Queue retries automatically with growing delays', async () => {
  const waits = passTime();
  const { keys } = recorder('cut', { status: 503 }, 'cut', { status: 429, retryAfter: '60' });
  await add(queue, entry('key-1'));
  while ((await queued(queue)).length > 0) await Promise.resolve();
  expect(keys).toEqual(Array(5).fill('key-1'));
  expect(waits.filter((wait) => wait > 0)).toEqual(expect.arrayContaining([1, 2, 4, 60]));
});

test('Queue respects the recorder’s delay unless the user asks to send everything', async () => {
  const { keys } = recorder({ status: 429, retryAfter: '600' });
  await add(queue, entry('key-1'));
  await queue.wake();
  expect(keys).toHaveLength(1);
  await queue.wake({ all: true });
  expect(keys).toHaveLength(2);
  expect(await queued(queue)).toEqual([]);
});

test.each([400, 401, 413, 422])('Queue keeps a survey refused with %i without retrying it', async (status) => {
  const { keys } = recorder({ status });
  await expect(add(queue, entry('key-1'))).rejects.toMatchObject({ status, code: 'NO' });
  expect(await queue.store.all()).toEqual([entry('key-1', { refused: { status, code: 'NO' } })]);
  await queue.wake();
  expect(keys).toHaveLength(1);
  expect(calls).toEqual(['sending key-1', 'refused key-1']);
});

test('wake with all sends refused surveys again, with a new key after a key conflict', async () => {
  const { keys, recorded } = recorder({ status: 401 }, { status: 422 });
  const other = { ...PAYLOAD, Responses: [{ question: 'triageOption', answer: 1 }] };
  await expect(add(queue, entry('key-1'))).rejects.toThrow();
  await expect(add(queue, entry('key-2', { about: 'event-2', payload: other }))).rejects.toThrow();
  await queue.wake({ all: true });
  expect(await queued(queue)).toEqual([]);
  // The two are sent independently, in any order.
  expect(keys).toHaveLength(4);
  const { 'key-1': first, ...rest } = Object.fromEntries(recorded);
  expect(first).toEqual(PAYLOAD);
  expect(Object.values(rest)).toEqual([other]);
  expect(Object.keys(rest)).not.toContain('key-2');
});

test('changed answers replace refused ones of the same form', async () => {
  const { recorded } = recorder({ status: 400 });
  await expect(add(queue, entry('key-1'))).rejects.toThrow();
  await add(queue, entry('key-2'));
  expect([...recorded.keys()]).toEqual(['key-2']);
  expect(await queued(queue)).toEqual([]);
});

test('a correction of an unknown receipt is sent as a new survey', async () => {
  const { recorded, replaced } = recorder({ status: 404, code: 'RECEIPT_UNKNOWN' });
  expect(await add(queue, entry('a', { replaces: 'r-0' }))).toEqual({ status: 'delivered', receiptId: 'r-a' });
  expect(replaced).toEqual(['r-0', null]);
  expect([...recorded.keys()]).toEqual(['a']);
  expect(await queued(queue)).toEqual([]);
});

test('a survey locked by another tab is left to that tab and not sent twice', async () => {
  const { keys } = recorder();
  const held = new Set(['lodestar-delivery/user-1/key-1']);
  const request = async (name: string, _options: LockOptions, work: (lock: object | null) => Promise<unknown>) =>
    work(held.has(name) ? null : {});
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  expect(await add(queue, entry('key-1'))).toEqual({ status: 'queued' });
  expect(keys).toEqual([]);
  await queue.store.remove('key-1');
  held.clear();
  expect(await queue.deliver('key-1')).toEqual({ status: 'delivered' });
  expect(keys).toEqual([]);
  Reflect.deleteProperty(navigator, 'locks');
});

test('a survey is kept in memory and sent when storage is unavailable', async () => {
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { recorded } = recorder('cut');
  expect(await add(queue, entry('key-1'))).toEqual({ status: 'queued', isInMemoryOnly: true });
  expect(queue.store.isInMemoryOnly('key-1')).toBe(true);
  await queue.wake();
  expect([...recorded.keys()]).toEqual(['key-1']);
  expect(await queued(queue)).toEqual([]);
});

test('Queue sends no request while offline', async () => {
  const { keys } = recorder();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await add(queue, entry('key-1'))).toEqual({ status: 'queued' });
  expect(keys).toEqual([]);
  onLine.mockReturnValue(true);
  await queue.wake();
  expect(keys).toEqual(['key-1']);
});

test('concurrent deliveries share one attempt, and wipe removes everything, even with a request in flight', async () => {
  const answer = pending();
  const { keys } = recorder('cut', answer.promise);
  await add(queue, entry('key-1'));
  const woken: Promise<unknown>[] = [queue.wake(), queue.deliver('key-1')];
  await waitFor(() => expect(keys).toHaveLength(2));
  woken.push(queue.wake());
  await queue.wipe();
  answer.give();
  await Promise.all(woken);
  expect(keys).toHaveLength(2);
  expect(await queued(new Queue('user-1', SILENT))).toEqual([]);
});

test('each user has a separate survey queue', async () => {
  recorder('cut');
  await add(queue, entry('key-1'));
  expect(await queued(new Queue('user-2', SILENT))).toEqual([]);
});

const refusesToken = (code: string) => ({ status: 401, code });

test.each(['TOKEN_REQUIRED', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_USED'])(
  'a survey refused with %s is sent again with a new token',
  async (code) => {
    const { keys, sentTokens } = recorder(refusesToken(code));
    tokens = ['new'];
    expect(await add(queue, entry('key-1', { token: 'old' }))).toEqual({ status: 'delivered', receiptId: 'r-key-1' });
    expect(keys).toEqual(['key-1', 'key-1']);
    expect(sentTokens).toEqual(['old', 'new']);
  },
);

test('a survey without a token waits for the next sign-in and is never set aside', async () => {
  const { keys, sentTokens } = recorder(refusesToken('TOKEN_EXPIRED'), refusesToken('TOKEN_REQUIRED'));
  expect(await add(queue, entry('key-1', { token: 'old' }))).toEqual({ status: 'queued' });
  await queue.wake();
  expect(keys).toHaveLength(2);
  expect(await queue.store.all()).toEqual([entry('key-1')]);
  expect(calls.filter((call) => call.startsWith('refused'))).toEqual([]);
  tokens = ['new'];
  await queue.wake();
  expect(sentTokens.at(-1)).toBe('new');
  expect(await queued(queue)).toEqual([]);
});

test('a survey that an earlier version set aside for the lack of a token is sent', async () => {
  recorder();
  await queue.store.write(entry('key-1', { refused: { status: 401, code: 'TOKEN_REQUIRED' } }));
  await queue.wake();
  expect(await queued(queue)).toEqual([]);
});

test('a survey whose new token does not fit either is refused', async () => {
  recorder({ status: 403, code: 'TOKEN_MISMATCH' }, { status: 403, code: 'TOKEN_MISMATCH' });
  tokens = ['new'];
  await expect(add(queue, entry('key-1', { token: 'old' }))).rejects.toMatchObject({ code: 'TOKEN_MISMATCH' });
});
