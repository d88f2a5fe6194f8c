import type { TestVersion } from './test-version.ts';

const recognised = new WeakMap<object, TestVersion>();

/** Remembers, for as long as a request is answered, which test version the browser has that sent it. */
export function remember(request: object, test: TestVersion): void {
  recognised.set(request, test);
}

/** Returns the test version of the browser that sent a request. */
export function testVersionOf(request: object): TestVersion | undefined {
  return recognised.get(request);
}
