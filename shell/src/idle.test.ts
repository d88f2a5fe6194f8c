import { whenQuiet, whenSettled } from './idle.ts';

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

describe('background work', () => {
  /** As long as the whole wait of `whenSettled`, and of `whenQuiet` on a quiet page. */
  const SOON_MS = 2_500;
  const MAX_CONTENT_WAIT_MS = 20_000;

  afterEach(() => document.body.replaceChildren());

  /** Starts background work on a page whose screen has this markup. */
  function begin(html: string): jest.Mock[] {
    document.body.innerHTML = `<div id="root">${html}</div>`;
    const works = [jest.fn(), jest.fn()];
    const [settled = jest.fn(), quiet = jest.fn()] = works;
    whenSettled(settled);
    whenQuiet(quiet);
    return works;
  }

  const SKELETON = '<h1>Good morning</h1><div data-shape="card"></div>';

  test.each([
    ['a heading and nothing that is loading', SKELETON, () => document.querySelector('[data-shape]')?.remove()],
    ['an error', '', () => document.getElementById('root')?.insertAdjacentHTML('beforeend', '<p role="alert">No.</p>')],
  ])('waits until the screen has %s', async (_what, html, arrive) => {
    const works = begin(html);
    jest.advanceTimersByTime(MAX_CONTENT_WAIT_MS - 1);
    for (const work of works) expect(work).not.toHaveBeenCalled();
    arrive();
    await Promise.resolve();
    for (const work of works) expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(SOON_MS);
    for (const work of works) expect(work).toHaveBeenCalledTimes(1);
  });

  test('starts in the end on a page that never gets its content', () => {
    const works = begin(SKELETON);
    jest.advanceTimersByTime(MAX_CONTENT_WAIT_MS + SOON_MS);
    for (const work of works) expect(work).toHaveBeenCalledTimes(1);
  });
});
