import { waitFor } from '@testing-library/react';
import { openPage } from 'shared-ui/testing';
import { Following } from './follow.ts';
import type { News } from './frames.ts';
import { isLive } from './state.ts';

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
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, held: () => Promise<void>) {
      const mine = last.then(() => (signal.aborted ? undefined : held()));
      last = mine;
      return mine;
    },
  };
}

/** Fakes the stream endpoint. Returns the open streams, which the test writes to. */
function fakeStreams() {
  const open: { say(text: string): void; lastEventId: string | null }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { headers, signal } = input as Request;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(new Error('aborted')));
        open.push({
          say: (text) => controller.enqueue(new TextEncoder().encode(text)),
          lastEventId: headers.get('last-event-id'),
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return open;
}

const created = (id: number) => `id: ${id}\nevent: event.created\ndata: {"id":"e${id}","profileId":1}\n\n`;
const tabs: Following[] = [];

function openTab(who = 'jordan', readAt: number | null = Date.now()) {
  const heard = { news: [] as News[], missed: 0 };
  const onMissed = () => {
    heard.missed += 1;
  };
  const following = new Following({
    token: 'token',
    who,
    readAt: () => readAt,
    onNews: (news) => heard.news.push(news),
    onMissed,
  });
  tabs.push(following);
  return { heard, following };
}

const setVisible = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  Object.assign(globalThis, { BroadcastChannel: FakeChannel });
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.end();
  FakeChannel.all.clear();
  jest.restoreAllMocks();
});

test('three tabs share one stream and each receives every event once', async () => {
  const streams = fakeStreams();
  const three = [openTab(), openTab(), openTab()];
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(created(1));
  streams[0]?.say(created(2));
  for (const { heard } of three) await waitFor(() => expect(heard.news.map(({ id }) => id)).toEqual([1, 2]));
  expect(streams).toHaveLength(1);
  expect(isLive()).toBe(true);
});

test('a tab that takes over resumes after the last event id', async () => {
  const streams = fakeStreams();
  const first = openTab();
  const second = openTab();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(created(5));
  await waitFor(() => expect(second.heard.news).toHaveLength(1));
  first.following.end();
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastEventId).toBe('5');
  streams[1]?.say(created(5) + created(6));
  await waitFor(() => expect(second.heard.news.map(({ id }) => id)).toEqual([5, 6]));
});

test('a tab that joins with data older than the last event refetches everything', async () => {
  const streams = fakeStreams();
  const first = openTab();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(created(1));
  await waitFor(() => expect(first.heard.news).toHaveLength(1));
  const late = openTab('jordan', Date.now() - 60_000);
  expect(late.heard.missed).toBe(1);
  const fresh = openTab('jordan', Date.now() + 60_000);
  expect(fresh.heard.missed).toBe(0);
});

test('hidden pages close the stream and resume it when visible', async () => {
  const streams = fakeStreams();
  const { heard } = openTab();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(created(3));
  await waitFor(() => expect(heard.news).toHaveLength(1));
  setVisible('hidden');
  expect(isLive()).toBe(false);
  setVisible('visible');
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastEventId).toBe('3');
});

test('reopen resumes after the last event id, in the leading tab only', async () => {
  const streams = fakeStreams();
  const first = openTab();
  const second = openTab();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(created(7));
  await waitFor(() => expect(second.heard.news).toHaveLength(1));
  second.following.reopen();
  first.following.reopen();
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastEventId).toBe('7');
  streams[1]?.say(created(7) + created(8));
  for (const { heard } of [first, second]) await waitFor(() => expect(heard.news.map(({ id }) => id)).toEqual([7, 8]));
  expect(streams).toHaveLength(2);
  expect(isLive()).toBe(true);
});

test('a resync refetches everything, for the same user only', async () => {
  const streams = fakeStreams();
  const { heard } = openTab();
  const other = openTab('maya');
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say('id: 9\nevent: resync\ndata: {}\n\n');
  await waitFor(() => expect(heard.missed).toBe(1));
  expect(other.heard).toMatchObject({ news: [], missed: 0 });
});
