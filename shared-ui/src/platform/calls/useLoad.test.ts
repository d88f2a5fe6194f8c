import { act, renderHook } from '@testing-library/react';
import { ApiFailure } from '../http/failure.ts';
import { noteAnswered, noteCutOff } from '../http/reconnect.ts';
import { useLoad } from './useLoad.ts';

/** Returns a fake server that responds on demand. `asks` lists its requests, newest last. */
function slowServer() {
  const asks: { what: string; signal: AbortSignal; answer(text: string): void; fail(error: Error): void }[] = [];
  const load = (what: string) => (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => asks.push({ what, signal, answer, fail }));
  const last = () => {
    const ask = asks.at(-1);
    if (!ask) throw new Error('Nothing was asked for');
    return ask;
  };
  return { asks, load, last };
}

function open() {
  const server = slowServer();
  const hook = renderHook(({ what }) => useLoad(server.load(what), [what]), { initialProps: { what: 'a' } });
  return { ...server, ...hook };
}

test('useLoad ignores late responses and never shows outdated data', async () => {
  const { result, rerender, asks, last } = open();
  expect(result.current.state).toBe('loading');
  await act(async () => last().answer('A'));
  expect(result.current).toMatchObject({ state: 'ready', value: 'A' });
  rerender({ what: 'a' });
  expect(asks).toHaveLength(1);
  rerender({ what: 'b' });
  expect(result.current).toMatchObject({ state: 'loading' });
  expect(result.current.value).toBeUndefined();
  rerender({ what: 'c' });
  expect(asks.map(({ what, signal }) => [what, signal.aborted])).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
  ]);
  await act(async () => last().answer('C'));
  await act(async () => asks[1]?.answer('B'));
  expect(result.current.value).toBe('C');
});

test('useLoad returns the error, and loads again on retry', async () => {
  const { result, asks, last } = open();
  const error = new Error('offline');
  await act(async () => last().fail(error));
  expect(result.current).toMatchObject({ state: 'failed', error });
  act(() => result.current.retry());
  expect(result.current).toMatchObject({ state: 'loading' });
  await act(async () => last().answer('A'));
  expect(result.current).toMatchObject({ state: 'ready', value: 'A' });
  expect(asks).toHaveLength(2);
});

/** The server can't be reached by one request, and answers the next. */
const reconnect = () =>
  act(async () => {
    noteCutOff();
    noteAnswered();
  });

test.each([
  ['unreachable', 0],
  ['unavailable', 503],
] as const)('useLoad tries a load again that was %s (%i) when the server answers again', async (kind, status) => {
  const { result, asks, last } = open();
  await act(async () => last().fail(new ApiFailure(kind, status, 'CUT_OFF', '')));
  expect(asks).toHaveLength(1);
  await reconnect();
  expect(result.current.state).toBe('loading');
  await act(async () => last().answer('A'));
  await reconnect();
  expect(result.current).toMatchObject({ state: 'ready', value: 'A' });
  expect(asks).toHaveLength(2);
});

test('useLoad does not try a load again that the server refused', async () => {
  const { result, asks, last } = open();
  await act(async () => last().fail(new ApiFailure('rejected', 403, 'NOT_SHARED', '')));
  await reconnect();
  expect(result.current.state).toBe('failed');
  expect(asks).toHaveLength(1);
});

test('useLoad aborts its request on unmount', () => {
  const { unmount, last } = open();
  expect(last().signal.aborted).toBe(false);
  unmount();
  expect(last().signal.aborted).toBe(true);
});
