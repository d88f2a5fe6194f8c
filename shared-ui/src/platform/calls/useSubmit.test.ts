import { act, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { useSubmit } from './useSubmit.ts';

/** Renders a form whose server responds on demand. */
function open() {
  const answers = { give: (_: string) => {}, refuse: (_: Error) => {} };
  const send = jest.fn(
    (_text: string) =>
      new Promise<string>((resolve, reject) => Object.assign(answers, { give: resolve, refuse: reject })),
  );
  const hook = renderHook(() => useSubmit(send), { wrapper: StrictMode });
  const press = (text: string) => {
    let pressed: Promise<string | undefined> = Promise.resolve(undefined);
    act(() => {
      pressed = hook.result.current.submit(text);
    });
    return pressed;
  };
  return { ...hook, answers, send, press };
}

test('useSubmit returns the error until the next try or a reset', async () => {
  const { result, answers, press } = open();
  const error = new Error('offline');
  const fail = async () => {
    const pressed = press('Hello');
    await act(async () => answers.refuse(error));
    expect(result.current).toMatchObject({ state: 'failed', error });
    expect(await pressed).toBeUndefined();
  };
  await fail();
  act(() => result.current.reset());
  expect(result.current).toMatchObject({ state: 'idle', error: null });
  await fail();
  void press('Hello');
  expect(result.current).toMatchObject({ state: 'sending', error: null });
  await act(async () => answers.give('Thanks'));
});

test('useSubmit sends once when submitted twice, and both calls get the response', async () => {
  const { result, answers, press, send } = open();
  expect(result.current.state).toBe('idle');
  const pressed = [press('Hello'), press('Hello')];
  expect(result.current.state).toBe('sending');
  await act(async () => answers.give('Thanks'));
  expect(result.current).toMatchObject({ state: 'sent', error: null });
  expect(await Promise.all(pressed)).toEqual(['Thanks', 'Thanks']);
  expect(send).toHaveBeenCalledTimes(1);
  void press('Again');
  expect(send).toHaveBeenLastCalledWith('Again');
  await act(async () => answers.give('Thanks'));
});

test('useSubmit drops a response that arrives after unmount', async () => {
  const { answers, press, unmount } = open();
  const pressed = press('Hello');
  unmount();
  answers.give('Thanks');
  expect(await pressed).toBeUndefined();
});
