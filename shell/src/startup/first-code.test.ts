import { type Guard, type Registry, STATUS_EXPIRED } from 'shared-ui/contract';
import { patient } from 'shared-ui/testing';
import { loadOnce } from '../remotes/remote-cache.ts';
import { runFirstCode } from './first-code.ts';

jest.mock('../remotes/remote-cache.ts', () => ({
  loadOnce: jest.fn(() => Promise.reject(new Error('It did not come'))),
}));
jest.mock('../remotes/loading/integrity.ts', () => ({ guardScripts: jest.fn() }));

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

const TUTORIAL = JSON.stringify({ viewTutorial: true });

function testVersion(): HTMLScriptElement {
  const notice = Object.assign(document.createElement('script'), { id: 'lodestar-override', type: 'application/json' });
  notice.textContent = JSON.stringify({ name: 'screens', build: '1.0.1', until: 0 });
  return notice;
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

test.each<[string, Guard, () => void]>([
  ['with the guard "patient"', 'patient', () => undefined],
  ['with the guard "staff"', 'staff', () => undefined],
  ['of a visitor, when there is a session', 'visitor', () => localStorage.setItem('access-token', 'secret')],
  ['of a visitor, while the tutorial comes first', 'visitor', () => localStorage.setItem('settings', TUTORIAL)],
  ['of a page with a test version', 'visitor', () => document.body.append(testVersion())],
])('runFirstCode loads nothing of a screen %s', async (_what, guard, arrange) => {
  openAt('/screens', guard);
  arrange();
  await begin();
  expect(loadOnce).not.toHaveBeenCalled();
});

describe('the code of a patient’s screen', () => {
  const preload = jest.fn();
  const EXPIRED = { ...patient, statusId: STATUS_EXPIRED };
  const MUST_AGREE = { ...patient, toAgree: [{ document: 'privacy', version: '2.0' }] };
  const NARROW = { scope: 'narrow', firstName: 'Jordan', maskedPhone: '•••• 0101', statusId: 1 };

  /** Opens a patient's page whose inline script requested the session's user. Returns after the server's response. */
  async function openWith(response: Response, isUserValidated = true): Promise<void> {
    localStorage.setItem('access-token', 'secret');
    localStorage.setItem('settings', JSON.stringify({ isUserValidated }));
    preload.mockClear();
    globalThis.__lodestarPreload = preload;
    globalThis.__lodestarCalls = { headers: {}, answers: { 'v1/users/me': Promise.resolve(response) } };
    openAt('/screens', 'patient');
    await begin();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    globalThis.__lodestarCalls = undefined;
  }

  test('is fetched when the server’s response shows that the guard lets the user in', async () => {
    const response = Response.json(patient);
    await openWith(response);
    expect(preload).toHaveBeenCalledTimes(1);
    expect(loadOnce).toHaveBeenCalledWith('screens', expect.objectContaining({ id: 'feature@1' }));
    expect(await response.json()).toEqual(patient);
  });

  test.each([
    ['for an ended session', new Response('{}', { status: 401 }), true],
    ['for a session that still needs its PIN', Response.json(NARROW), true],
    ['for an expired trial', Response.json(EXPIRED), true],
    ['for a user who must agree to documents first', Response.json(MUST_AGREE), true],
    ['for a user who has not passed the tutorial offer', Response.json(patient), false],
  ])('is not fetched %s', async (_who, response, isUserValidated) => {
    await openWith(response, isUserValidated);
    expect(preload).not.toHaveBeenCalled();
    expect(loadOnce).not.toHaveBeenCalled();
  });
});

test('runFirstCode loads nothing in development, before errors can be shown', async () => {
  openAt('/screens', 'visitor', true);
  expect(await begin()).toEqual({ dev: true });
  expect(loadOnce).not.toHaveBeenCalled();
});
