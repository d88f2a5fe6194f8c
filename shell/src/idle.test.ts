import { whenQuiet } from './idle.ts';

const QUIET_MS = 500;
const PATIENCE_MS = 5_000;

/** Callbacks of the page's observers, as jsdom has none. */
const observers = new Set<() => void>();
const happens = () => {
  for (const see of observers) see();
};

class Observer {
  static readonly supportedEntryTypes = ['resource'];
  readonly #see: () => void;
  constructor(see: () => void) {
    this.#see = see;
  }
  observe = () => void observers.add(this.#see);
  disconnect = () => void observers.delete(this.#see);
}

const own = Object.getOwnPropertyDescriptor(globalThis, 'PerformanceObserver');

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(globalThis, 'PerformanceObserver', { configurable: true, value: Observer });
});

afterEach(() => {
  jest.useRealTimers();
  if (own) Object.defineProperty(globalThis, 'PerformanceObserver', own);
});

test('whenQuiet runs the work once, after a quiet period', () => {
  const work = jest.fn();
  whenQuiet(work);
  jest.advanceTimersByTime(QUIET_MS - 1);
  happens();
  jest.advanceTimersByTime(QUIET_MS - 1);
  expect(work).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  happens();
  jest.advanceTimersByTime(PATIENCE_MS);
  expect(work).toHaveBeenCalledTimes(1);
});

test('whenQuiet runs the work after a timeout on a page that is never quiet', () => {
  const work = jest.fn();
  whenQuiet(work);
  for (let passed = 0; passed < PATIENCE_MS; passed += 100) {
    expect(work).not.toHaveBeenCalled();
    happens();
    jest.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(1);
});
