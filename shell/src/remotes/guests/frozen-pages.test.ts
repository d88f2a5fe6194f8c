import { hasFrozenPage, trackGuest } from './frozen-pages.ts';

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

test('hasFrozenPage is false while a page with the guest is open, and true for a day after it crashed', async () => {
  jest.useFakeTimers();
  trackGuest(GUEST, new AbortController().signal);
  expect(await hasFrozenPage(GUEST)).toBe(false);
  held.length = 0;
  expect(await hasFrozenPage(GUEST)).toBe(true);
  expect(await hasFrozenPage('surveys@1.0.0')).toBe(false);
  jest.advanceTimersByTime(24 * 60 * 60 * 1_000 + 1);
  expect(await hasFrozenPage(GUEST)).toBe(false);
});

test('hasFrozenPage is true when an open page has not written for ten seconds', async () => {
  jest.useFakeTimers();
  const alive = trackGuest(GUEST, new AbortController().signal);
  jest.advanceTimersByTime(9_000);
  alive();
  jest.advanceTimersByTime(9_000);
  expect(await hasFrozenPage(GUEST)).toBe(false);
  jest.advanceTimersByTime(2_000);
  expect(await hasFrozenPage(GUEST)).toBe(true);
});

test('hasFrozenPage is false when the guest was removed or its page closed', async () => {
  const removal = new AbortController();
  trackGuest(GUEST, removal.signal);
  removal.abort();
  await Promise.resolve();
  expect(await hasFrozenPage(GUEST)).toBe(false);
  trackGuest(GUEST, new AbortController().signal);
  window.dispatchEvent(new Event('pagehide'));
  held.length = 0;
  expect(await hasFrozenPage(GUEST)).toBe(false);
});
