import { waitFor } from '@testing-library/react';
import { openPage, setLocale } from 'shared-ui/testing';
import { Connection, type ConnectionEvents, readFrames, type StreamEvent } from './connection.ts';

const streamOf = (...chunks: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });

const answer = (...chunks: string[]) =>
  new Response(streamOf(...chunks), { headers: { 'content-type': 'text/event-stream' } });

function listener() {
  const received = { events: [] as StreamEvent[], cuts: 0, alive: 0, refused: [] as number[] };
  const events: ConnectionEvents = {
    onStreamEvent: (event) => received.events.push(event),
    onAlive: () => {
      received.alive += 1;
    },
    onDisconnect: () => {
      received.cuts += 1;
    },
    onRefused: (status) => received.refused.push(status),
  };
  return { received, events };
}

/** Opens a connection for a new listener. */
function connect(last: ConstructorParameters<typeof Connection>[1] = { id: undefined, readAt: undefined }) {
  const { received, events } = listener();
  return { received, connection: new Connection('token', last, events) };
}

beforeEach(() => {
  openPage();
});
afterEach(() => jest.restoreAllMocks());

test('readFrames parses events across chunk boundaries and counts comments as activity only', async () => {
  const text =
    ':\n\nid: 7\nevent: event.created\ndata: {"id":"é","profileId":1}\n\n:\n\nevent: session.ended\ndata: {}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 5, bytes.length]) {
    const events: StreamEvent[] = [];
    let signs = 0;
    const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
    await readFrames(
      streamOf(...starts.map((at) => bytes.slice(at, at + size))),
      (item) => events.push(item),
      () => {
        signs += 1;
      },
    );
    expect(events).toEqual([
      { id: 7, kind: 'event.created', data: { id: 'é', profileId: 1 } },
      { id: undefined, kind: 'session.ended', data: {} },
    ]);
    expect(signs).toBe(starts.length);
  }
});

test('readFrames joins several data lines and accepts every line ending', async () => {
  const events: StreamEvent[] = [];
  const text = 'event: resync\r\ndata: {"profileId":\r\ndata: 2}\r\n\r\nevent: resync\rdata: {}\r\r';
  await readFrames(
    new Blob([text]).stream(),
    (item) => events.push(item),
    () => undefined,
  );
  expect(events.map(({ data }) => data)).toEqual([{ profileId: 2 }, {}]);
});

test('Connection requests the stream at low priority, with the app language and the access token', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer(':\n\n'));
  setLocale('fr');
  const { connection } = connect();
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  connection.stop();
  const [{ headers }, init] = fetched.mock.calls[0] as [Request, RequestInit];
  expect(init.priority).toBe('low');
  expect(headers.get('accept-language')).toBe('fr-CA');
  expect(headers.get('authorization')).toBe('Bearer token');
  expect(headers.get('accept')).toBe('text/event-stream');
});

test('the stream resumes after the last event id when reconnecting', async () => {
  const requests: (string | null)[] = [];
  jest.spyOn(Math, 'random').mockReturnValue(0);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { headers, url } = input as Request;
    requests.push(headers.get('last-event-id') ?? url.split('?')[1] ?? null);
    return requests.length === 1 ? answer('id: 41\nevent: event.created\ndata: {"id":"a"}\n\n') : answer(':\n\n');
  });
  const { received, connection } = connect({ id: undefined, readAt: Date.now() - 2_500 });
  await waitFor(() => expect(received.cuts).toBe(1));
  connection.reconnectNow();
  await waitFor(() => expect(requests).toHaveLength(2));
  connection.stop();
  expect(requests).toEqual(['content=events&age=3', '41']);
  expect(received.events.map(({ data }) => data.id)).toEqual(['a']);
});

test('the stream is also requested with data that was read hours ago', async () => {
  const requests: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    requests.push((input as Request).url.split('?')[1] ?? '');
    return answer(':\n\n');
  });
  const { connection } = connect({ id: undefined, readAt: Date.now() - 12 * 60 * 60_000 });
  await waitFor(() => expect(requests).toHaveLength(1));
  connection.stop();
  // The API refuses more than four digits, and the connection would not be tried again.
  expect(requests).toEqual(['content=events&age=9999']);
});

test.each([401, 403, 404])('Connection does not retry after a %i response', async (status) => {
  const calls = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status }));
  const { received, connection } = connect();
  connection.reconnectNow();
  await waitFor(() => expect(received.refused).toEqual([status]));
  expect(calls).toHaveBeenCalledTimes(1);
  expect(received.alive).toBe(0);
});

test('Connection waits as long as a busy server asks before it reopens the stream', async () => {
  const timeout = jest.spyOn(globalThis, 'setTimeout');
  jest.spyOn(Date, 'now').mockReturnValue(0);
  const busy = new Response('{}', { status: 503, headers: { 'retry-after': '12' } });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(busy);
  const { events } = listener();
  let connection: Connection | undefined;
  await new Promise<void>((onDisconnect) => {
    connection = new Connection('token', { id: undefined, readAt: undefined }, { ...events, onDisconnect });
  });
  connection?.stop();
  expect(timeout.mock.calls.map(([, ms]) => ms)).toContain(12_000);
});

test('Connection does not reopen the stream after the session has ended', async () => {
  const calls = jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(answer('event: session.ended\ndata: {"id":"s","reason":"UNAUTHENTICATED"}\n\n'));
  const { received, connection } = connect({ id: 1, readAt: undefined });
  await waitFor(() => expect(received.events).toHaveLength(1));
  connection.reconnectNow();
  expect(calls).toHaveBeenCalledTimes(1);
  expect(received.cuts).toBe(0);
});

test('Connection treats an HTML response as a failure', async () => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<!doctype html>', { status: 200 }));
  const { received, connection } = connect();
  await waitFor(() => expect(received.cuts).toBe(1));
  connection.stop();
  expect(received.alive).toBe(0);
});
