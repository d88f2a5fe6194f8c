import { federationRuntime } from './loader.ts';
import { deferModules, librariesHaveRun } from './request.ts';

test('shared packages are resolved after the libraries have run', async () => {
  const module = { version: '19.3.1' };
  const react = { get: jest.fn((): unknown => () => module) };
  const own = react.get;
  Object.assign(globalThis, {
    __webpack_share_scopes__: { default: { react: { '19.3.1': react } } },
    __webpack_init_sharing__: () => undefined,
  });
  const libraries = new EventTarget();
  deferModules(new Promise((done) => libraries.addEventListener('done', done)));
  federationRuntime();
  const early = react.get();
  await Promise.resolve();
  expect(own).not.toHaveBeenCalled();
  libraries.dispatchEvent(new Event('done'));
  await librariesHaveRun();
  expect(((await early) as () => unknown)()).toBe(module);
  expect(react.get).toBe(own);
});
