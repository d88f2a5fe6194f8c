import type { TestVersion } from './test-version.ts';

const recognised = new WeakMap<object, TestVersion>();

/** Associates a request, while it is handled, with the test version of its browser. */
export function remember(request: object, test: TestVersion): void {
  recognised.set(request, test);
}

/** Returns the test version of the browser that sent a request. */
export function testVersionOf(request: object): TestVersion | undefined {
  return recognised.get(request);
}
