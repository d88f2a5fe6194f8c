import { SCAN_EVERY_MS, startScanning } from './loop.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const tick = (times = 1) => jest.advanceTimersByTimeAsync(SCAN_EVERY_MS * times);

function scan(texts: (string | null | Error)[], hasPicture = true) {
  const video = document.createElement('video');
  Object.defineProperty(video, 'readyState', { value: hasPicture ? 4 : 0 });
  const read = jest.fn(async () => {
    const next = texts.shift() ?? null;
    if (next instanceof Error) throw next;
    return next;
  });
  const onCode = jest.fn(async (_code: string) => undefined);
  const onTrouble = jest.fn();
  const stop = startScanning({ reader: { read }, video, onCode, onTrouble });
  return { read, onCode, onTrouble, stop };
}

test('tries every 500 ms', async () => {
  expect(SCAN_EVERY_MS).toBe(500);
  const { read } = scan([]);
  expect(read).not.toHaveBeenCalled();
  await tick();
  expect(read).toHaveBeenCalledTimes(1);
  await tick(4);
  expect(read).toHaveBeenCalledTimes(5);
});

test('hands on codes that begin with ER, and goes on', async () => {
  const { onCode } = scan([null, 'https://example.org', '4006381333931', ' er10000001 ', 'ER10000002']);
  await tick(5);
  expect(onCode.mock.calls).toEqual([['ER10000001'], ['ER10000002']]);
});

test('waits for what is done with a code before it tries again', async () => {
  const { read, onCode } = scan(['ER10000001']);
  let finish = () => {};
  onCode.mockReturnValue(
    new Promise((resolve) => {
      finish = () => resolve(undefined);
    }),
  );
  await tick(4);
  expect(read).toHaveBeenCalledTimes(1);
  finish();
  await tick(1);
  expect(read).toHaveBeenCalledTimes(2);
});

test('does not read before there is a picture', async () => {
  const { read } = scan([], false);
  await tick(3);
  expect(read).not.toHaveBeenCalled();
});

test('stops when told', async () => {
  const { read, stop } = scan(['ER10000001']);
  stop();
  await tick(3);
  expect(read).not.toHaveBeenCalled();
});

test('a reader that breaks is told and stops', async () => {
  const trouble = new Error('broken');
  const { read, onTrouble } = scan([trouble]);
  await tick(3);
  expect(onTrouble).toHaveBeenCalledWith(trouble);
  expect(read).toHaveBeenCalledTimes(1);
});
