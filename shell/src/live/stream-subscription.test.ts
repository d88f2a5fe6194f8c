import { waitFor } from '@testing-library/react';
import { openPage } from 'shared-ui/testing';
import type { StreamEvent } from './connection.ts';
import { StreamSubscription } from './stream-subscription.ts';
import { isLive } from './useSessionRecheck.ts';

/** BroadcastChannel within one page: every instance receives the messages of all others. */
class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | undefined;
  constructor() {
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.all) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    FakeChannel.all.delete(this);
  }
}

/** Web Locks: one holder, the others queue. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: { signal: AbortSignal }, held: () => Promise<void>) => {
    last = last.then(() => (signal.aborted ? undefined : held()));
    return last;
  };
  return { request };
}

/** Fakes the stream endpoint. Returns the open streams, which the test writes to. */
function fakeStreams() {
  const open: { send(text: string): void; lastEventId: string | null }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { headers, signal } = input as Request;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(new Error('aborted')));
        open.push({
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          lastEventId: headers.get('last-event-id'),
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return open;
}

const created = (id: number) => `id: ${id}\nevent: event.created\ndata: {"id":"e${id}","profileId":1}\n\n`;
const tabs: StreamSubscription[] = [];

function openTab(userId = 'jordan', readAt: number | null = Date.now()) {
  const received = { events: [] as StreamEvent[], missed: 0 };
  const onMissed = () => {
    received.missed += 1;
  };
  const subscription = new StreamSubscription({
    token: 'token',
    userId,
    readAt: () => readAt,
    onStreamEvent: (event) => received.events.push(event),
    onMissed,
  });
  tabs.push(subscription);
  return { received, subscription };
}

const setVisible = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  openPage();
  Object.assign(globalThis, { BroadcastChannel: FakeChannel });
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.end();
  FakeChannel.all.clear();
  jest.restoreAllMocks();
});

/** Opens two tabs, and waits until both have received an event with this id over the one stream. */
async function openTwo(id: number) {
  const streams = fakeStreams();
  const first = openTab();
  const second = openTab();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.send(created(id));
  for (const { received } of [first, second]) await waitFor(() => expect(received.events).toHaveLength(1));
  return { streams, first, second };
}

const idsIn = ({ received }: ReturnType<typeof openTab>) => received.events.map(({ id }) => id);

test('all tabs share one stream and each receives every event once', async () => {
  const { streams, first, second } = await openTwo(1);
  streams[0]?.send(created(2));
  for (const tab of [first, second]) await waitFor(() => expect(idsIn(tab)).toEqual([1, 2]));
  expect(streams).toHaveLength(1);
  expect(isLive()).toBe(true);
});

test('a tab that takes over resumes after the last event id', async () => {
  const { streams, first, second } = await openTwo(5);
  first.subscription.end();
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastEventId).toBe('5');
  streams[1]?.send(created(5) + created(6));
  await waitFor(() => expect(idsIn(second)).toEqual([5, 6]));
});

test('a tab that joins with data older than the last event refetches everything', async () => {
  await openTwo(1);
  const late = openTab('jordan', Date.now() - 60_000);
  expect(late.received.missed).toBe(1);
  const fresh = openTab('jordan', Date.now() + 60_000);
  expect(fresh.received.missed).toBe(0);
});

test('hidden pages close the stream and resume it when visible', async () => {
  const { streams, second } = await openTwo(3);
  second.subscription.end();
  setVisible('hidden');
  expect(isLive()).toBe(false);
  setVisible('visible');
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastEventId).toBe('3');
});

test('reopen resumes after the last event id, in the leading tab only', async () => {
  const { streams, first, second } = await openTwo(7);
  second.subscription.reopen();
  first.subscription.reopen();
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastEventId).toBe('7');
  streams[1]?.send(created(7) + created(8));
  for (const tab of [first, second]) await waitFor(() => expect(idsIn(tab)).toEqual([7, 8]));
  expect(streams).toHaveLength(2);
  expect(isLive()).toBe(true);
});

test('a resync refetches everything, for the same user only', async () => {
  const streams = fakeStreams();
  const { received } = openTab();
  const other = openTab('maya');
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.send('id: 9\nevent: resync\ndata: {}\n\n');
  await waitFor(() => expect(received.missed).toBe(1));
  expect(other.received).toMatchObject({ events: [], missed: 0 });
});
