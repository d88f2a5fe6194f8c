import { whenQuiet } from './idle.ts';

const QUIET_MS = 500;
const PATIENCE_MS = 5_000;

/** Delivers an entry to the page's observers. */
let happens: () => void;

/** PerformanceObserver controlled by the test, as jsdom has none. */
class Observer {
  static readonly supportedEntryTypes = ['resource'];
  static readonly watching = new Map<Observer, () => void>();
  readonly #see: () => void;
  constructor(see: () => void) {
    this.#see = see;
  }
  observe(): void {
    Observer.watching.set(this, this.#see);
  }
  disconnect(): void {
    Observer.watching.delete(this);
  }
}

const own = Object.getOwnPropertyDescriptor(globalThis, 'PerformanceObserver');

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(globalThis, 'PerformanceObserver', { configurable: true, value: Observer });
  happens = () => {
    for (const see of Observer.watching.values()) see();
  };
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
