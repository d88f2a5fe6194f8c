import type { Guard, Registry } from 'shared-ui/contract';
import { loadOnce } from '../remotes/remote-cache.ts';
import { runFirstCode } from './first-code.ts';

jest.mock('../remotes/remote-cache.ts', () => ({
  loadOnce: jest.fn(() => Promise.reject(new Error('It did not come'))),
}));
jest.mock('../remotes/integrity.ts', () => ({ guardScripts: jest.fn() }));

const HASH = `sha384-${'B'.repeat(64)}`;

/** Sets up a gateway page whose URL belongs to the remote `screens`, with the given guard. */
function openAt(path: string, guard: Guard, dev = false): void {
  const version = { manifest: '/remotes/screens/1.0.0/remote.json', integrity: HASH, routes: [{ path, guard }] };
  const remotes = { screens: { active: '1.0.0', versions: { '1.0.0': version } } };
  const registry: Registry = { schema: 2, revision: 1, origins: ['self'], remotes };
  document.body.innerHTML = '<script type="application/json" id="lodestar-runtime"></script>';
  const block = document.getElementById('lodestar-runtime');
  if (block) block.textContent = JSON.stringify({ config: { dev }, registry });
  history.replaceState(null, '', path);
}

const begin = () => runFirstCode(Promise.resolve());

beforeEach(() => {
  localStorage.clear();
  jest.mocked(loadOnce).mockClear();
});

test.each<Guard>(['visitor', 'anyone'])('runFirstCode loads a remote with the guard "%s"', async (guard) => {
  openAt('/screens', guard);
  await begin();
  expect(loadOnce).toHaveBeenCalledWith('screens', expect.objectContaining({ id: 'feature@1' }));
});

test.each<Guard>(['patient', 'staff'])('runFirstCode loads nothing of a screen with the guard "%s"', async (guard) => {
  openAt('/screens', guard);
  await begin();
  expect(loadOnce).not.toHaveBeenCalled();
});

test('runFirstCode loads nothing of a visitor’s screen when there is a session', async () => {
  localStorage.setItem('access-token', 'secret');
  openAt('/screens', 'visitor');
  await begin();
  expect(loadOnce).not.toHaveBeenCalled();
});

test('runFirstCode loads nothing in development, before errors can be shown', async () => {
  openAt('/screens', 'visitor', true);
  expect(await begin()).toEqual({ dev: true });
  expect(loadOnce).not.toHaveBeenCalled();
});

test('runFirstCode loads nothing on a page with a test version', async () => {
  openAt('/screens', 'visitor');
  const notice = document.createElement('script');
  notice.id = 'lodestar-override';
  notice.type = 'application/json';
  notice.textContent = JSON.stringify({ name: 'screens', build: '1.0.1', until: 0 });
  document.body.append(notice);
  await begin();
  expect(loadOnce).not.toHaveBeenCalled();
});
