import { act, renderHook } from '@testing-library/react';
import { publish } from '../platform/bus/bus.ts';
import { ApiFailure } from '../platform/http/failure.ts';
import { openPage, updateSlice } from '../testing/fake-api.ts';
import { useLiveLoad } from './live-load.ts';

beforeEach(openPage);

/** Opens a list of one profile at a server that responds on demand. */
function open() {
  const asks: { id: number; answer(list: string[]): void; fail(error: Error): void }[] = [];
  const load = (id: number) => new Promise<string[]>((answer, fail) => asks.push({ id, answer, fail }));
  const shown: string[] = [];
  const hook = renderHook(
    ({ id }) => {
      const live = useLiveLoad(() => load(id), [id], ['request.updated', 'share.updated']);
      shown.push(`${id}: ${live.value}`);
      return live;
    },
    { initialProps: { id: 1 } },
  );
  const respond = (list: string[]) => act(async () => asks.at(-1)?.answer(list));
  const fail = (error: Error) => act(async () => asks.at(-1)?.fail(error));
  return { asks, shown, respond, fail, ...hook };
}

const announce = (kind: string) => act(async () => publish('change@1', { kind, id: 'x' }));

test('useLiveLoad keeps what it shows while it loads again after a change, and after a refresh', async () => {
  const { asks, respond, result } = open();
  expect(result.current).toMatchObject({ state: 'loading', isLoading: true });
  await respond(['old']);
  await announce('plan.updated');
  expect(asks).toHaveLength(1);
  await announce('share.updated');
  expect(result.current).toMatchObject({ state: 'ready', value: ['old'], isLoading: true });
  await respond(['new']);
  expect(result.current).toMatchObject({ state: 'ready', value: ['new'], isLoading: false });
  await act(async () => updateSlice('app', { refresh: 9 }));
  expect(asks).toHaveLength(3);
  expect(result.current.value).toEqual(['new']);
});

test('useLiveLoad keeps what it shows if the server can’t be reached, and removes what the server refuses', async () => {
  const { fail, respond, result } = open();
  await respond(['old']);
  await announce('request.updated');
  const offline = new ApiFailure('unreachable', 0, 'OFFLINE', '');
  await fail(offline);
  expect(result.current).toMatchObject({ state: 'failed', value: ['old'], error: offline });
  act(() => result.current.retry());
  expect(result.current).toMatchObject({ state: 'failed', value: ['old'], isLoading: true });
  await fail(new ApiFailure('rejected', 404, 'NOT_SHARED', ''));
  expect(result.current.state).toBe('failed');
  expect(result.current.value).toBeUndefined();
  act(() => result.current.retry());
  expect(result.current.state).toBe('loading');
  await respond(['again']);
  expect(result.current).toMatchObject({ state: 'ready', value: ['again'], error: undefined });
});

test('useLiveLoad never shows one profile’s content as another’s', async () => {
  const { asks, respond, rerender, result, shown } = open();
  await respond(['of 1']);
  rerender({ id: 2 });
  expect(result.current).toMatchObject({ state: 'loading' });
  await act(async () => asks[0]?.answer(['late']));
  await respond(['of 2']);
  expect(result.current.value).toEqual(['of 2']);
  expect(new Set(shown)).toEqual(new Set(['1: undefined', '1: of 1', '2: undefined', '2: of 2']));
});
