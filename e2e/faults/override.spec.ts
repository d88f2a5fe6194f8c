import { expect, test } from '../support/fixtures.ts';
import { SAID } from './faults.ts';
import { expectApology, SLOTS } from './slots.ts';

/** Emulates a browser extension for Module Federation: a global runtime plugin installed before any page code runs. */
function overrideRemotes(): void {
  const overridden: string[] = [];
  const plugin = {
    name: 'override',
    beforeRegisterRemote(request: { remote: { name: string; entry: string } }) {
      overridden.push(request.remote.name);
      request.remote.entry = `${location.origin}/override/remoteEntry.js`;
      return request;
    },
  };
  const value = { __GLOBAL_PLUGIN__: [plugin], overridden };
  Object.defineProperty(globalThis, '__FEDERATION__', { value, writable: true });
}

test('a published remote that a browser extension replaces does not run', async ({ page, context, problems }) => {
  problems.allow(...SAID);
  const { onboarding } = SLOTS;
  await context.addInitScript(overrideRemotes);
  await context.route('**/override/remoteEntry.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.hasRun = true' }),
  );
  await onboarding.open(page);
  await expectApology(page, onboarding);
  const [overridden, hasRun] = await page.evaluate(() => [
    Reflect.get(Reflect.get(globalThis, '__FEDERATION__'), 'overridden'),
    Reflect.has(globalThis, 'hasRun'),
  ]);
  expect(overridden).toEqual([expect.stringMatching(/^onboarding@/)]);
  expect(hasRun).toBe(false);
  expect(problems.all().join('\n')).toContain('[remote] MANIFEST_INTEGRITY onboarding@');
});
