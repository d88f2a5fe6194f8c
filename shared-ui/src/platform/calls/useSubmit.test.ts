import { act, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { useSubmit } from './useSubmit.ts';

beforeEach(() => void jest.spyOn(console, 'info').mockImplementation(() => undefined));

/** A form whose server answers when it is told to. */
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

test('says that it is sending, then that it was sent, and gives the answer', async () => {
  const { result, answers, press } = open();
  expect(result.current.state).toBe('idle');
  const pressed = press('Hello');
  expect(result.current.state).toBe('sending');
  await act(async () => answers.give('Thanks'));
  expect(result.current).toMatchObject({ state: 'sent', error: null });
  expect(await pressed).toBe('Thanks');
});

test('says why it failed until the next try, or until that does not hold any more', async () => {
  const { result, answers, press } = open();
  const error = new Error('offline');
  const pressed = press('Hello');
  await act(async () => answers.refuse(error));
  expect(result.current).toMatchObject({ state: 'failed', error });
  expect(await pressed).toBeUndefined();
  act(() => result.current.reset());
  expect(result.current).toMatchObject({ state: 'idle', error: null });
  void press('Hello');
  await act(async () => answers.refuse(error));
  void press('Hello');
  expect(result.current).toMatchObject({ state: 'sending', error: null });
  await act(async () => answers.give('Thanks'));
});

test('pressed twice sends once, and both presses get the answer', async () => {
  const { answers, press, send } = open();
  const pressed = [press('Hello'), press('Hello')];
  await act(async () => answers.give('Thanks'));
  expect(await Promise.all(pressed)).toEqual(['Thanks', 'Thanks']);
  expect(send).toHaveBeenCalledTimes(1);
  void press('Again');
  expect(send).toHaveBeenLastCalledWith('Again');
  await act(async () => answers.give('Thanks'));
});

test('an answer after the component has gone is dropped', async () => {
  const { answers, press, unmount } = open();
  const pressed = press('Hello');
  unmount();
  answers.give('Thanks');
  expect(await pressed).toBeUndefined();
});
