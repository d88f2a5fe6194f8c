/** Runs the inline script of a page with a prerendered screen. */
const page = document.documentElement;
const isSeen = () => page.dataset.firstScreen === 'shown' && page.dataset.firstWaits === undefined;

/** Resolves when all that waits for settled promises has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

class NoPaints {
  observe = () => undefined;
}

test('the copy is shown once it has been parsed as a whole and its font has loaded, not in parts that move', async () => {
  let hasFont = () => {};
  const load = () => new Promise<void>((resolve) => (hasFont = resolve));
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load } });
  Object.defineProperty(document, 'readyState', { configurable: true, value: 'loading' });
  Object.assign(globalThis, { PerformanceObserver: NoPaints });
  page.lang = 'en-CA';
  await import('./visitor.ts');
  expect(page.dataset.firstScreen).toBe('shown');
  hasFont();
  await settled();
  expect(isSeen()).toBe(false);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await settled();
  expect(isSeen()).toBe(true);
});
