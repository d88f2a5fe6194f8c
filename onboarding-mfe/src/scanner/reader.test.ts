import type { CodeReader } from './code-reader.ts';
import { chooseReader } from './reader.ts';

const video = document.createElement('video');
const says = (text: string): CodeReader => ({ read: async () => text });
const own = () => jest.fn(async () => says('own'));

interface Detector {
  formats: string[];
  detect?: () => Promise<{ rawValue: string }[]>;
}

function giveBrowserDetector({ formats, detect = async () => [{ rawValue: 'native' }] }: Detector): void {
  const BarcodeDetector = Object.assign(
    jest.fn(() => ({ detect })),
    { getSupportedFormats: async () => formats },
  );
  Object.defineProperty(globalThis, 'BarcodeDetector', { value: BarcodeDetector, configurable: true });
}

afterEach(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));

test('the built-in reader is taken where it knows both kinds of code', async () => {
  giveBrowserDetector({ formats: ['aztec', 'code_128', 'qr_code'] });
  const loadOwn = own();
  const reader = await chooseReader(undefined, loadOwn);
  expect(await reader.read(video)).toBe('native');
  expect(loadOwn).not.toHaveBeenCalled();
});

test.each([[['qr_code']], [['code_128']], [[]]])(
  'ours is taken where the built-in one knows only %j',
  async (formats) => {
    giveBrowserDetector({ formats });
    const reader = await chooseReader(undefined, own());
    expect(await reader.read(video)).toBe('own');
  },
);

test('ours is taken where there is no built-in one', async () => {
  const reader = await chooseReader(undefined, own());
  expect(await reader.read(video)).toBe('own');
});

test('a built-in reader that fails hands over to ours, once', async () => {
  const detect = jest.fn(async () => Promise.reject(new Error('The service is not there')));
  giveBrowserDetector({ formats: ['code_128', 'qr_code'], detect });
  const loadOwn = own();
  const reader = await chooseReader(undefined, loadOwn);
  expect(await reader.read(video)).toBe('own');
  expect(await reader.read(video)).toBe('own');
  expect(detect).toHaveBeenCalledTimes(1);
  expect(loadOwn).toHaveBeenCalledTimes(1);
});

test('no code in the picture is no failure', async () => {
  giveBrowserDetector({ formats: ['code_128', 'qr_code'], detect: async () => [] });
  const loadOwn = own();
  const reader = await chooseReader(undefined, loadOwn);
  expect(await reader.read(video)).toBeNull();
  expect(loadOwn).not.toHaveBeenCalled();
});

test('ours failing to come is a failure', async () => {
  await expect(
    chooseReader(
      async () => null,
      () => Promise.reject(new Error('offline')),
    ),
  ).rejects.toThrow('offline');
});
