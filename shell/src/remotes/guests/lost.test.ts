import { neverCameBack, noteGuest } from './lost.ts';

const held: { name: string }[] = [];
Object.assign(navigator, {
  locks: {
    query: async () => ({ held }),
    request: (name: string, work: () => Promise<void>) => {
      const lock = { name };
      held.push(lock);
      work().then(() => held.splice(held.indexOf(lock), 1));
    },
  },
});

const GUEST = 'surveys@2.0.0';

afterEach(() => {
  held.length = 0;
  localStorage.clear();
  jest.useRealTimers();
});

test('neverCameBack is false for a guest that another open page shows', async () => {
  noteGuest(GUEST, new AbortController().signal);
  expect(await neverCameBack(GUEST)).toBe(false);
});

test('neverCameBack is true for a day after a page with the guest crashed', async () => {
  jest.useFakeTimers();
  noteGuest(GUEST, new AbortController().signal);
  held.length = 0;
  expect(await neverCameBack(GUEST)).toBe(true);
  expect(await neverCameBack('surveys@1.0.0')).toBe(false);
  jest.advanceTimersByTime(24 * 60 * 60 * 1_000 + 1);
  expect(await neverCameBack(GUEST)).toBe(false);
});

test('neverCameBack is true when an open page has not written for ten seconds', async () => {
  jest.useFakeTimers();
  const alive = noteGuest(GUEST, new AbortController().signal);
  jest.advanceTimersByTime(9_000);
  alive();
  jest.advanceTimersByTime(9_000);
  expect(await neverCameBack(GUEST)).toBe(false);
  jest.advanceTimersByTime(2_000);
  expect(await neverCameBack(GUEST)).toBe(true);
});

test('neverCameBack is false when the guest was removed or its page closed', async () => {
  const gone = new AbortController();
  noteGuest(GUEST, gone.signal);
  gone.abort();
  await Promise.resolve();
  expect(await neverCameBack(GUEST)).toBe(false);
  noteGuest(GUEST, new AbortController().signal);
  window.dispatchEvent(new Event('pagehide'));
  held.length = 0;
  expect(await neverCameBack(GUEST)).toBe(false);
});
