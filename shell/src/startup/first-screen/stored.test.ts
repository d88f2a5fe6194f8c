import 'fake-indexeddb/auto';
import { changeSettings } from 'shared-ui';
import { clearCache, readCachedSlice, savedToken } from 'shared-ui/host';
import { jordan, maya, openPage, patient, store, updateSlice } from 'shared-ui/testing';
import { openVault, vaultOwners } from 'shared-ui/vault';
import { publishRoutes } from '../../remotes/testing/registry.ts';
import { keepScreen } from './keep.ts';
import { type StoredScreen, storedName } from './stored-screen.ts';

const HOME = `
  <main><h1 tabindex="-1">Good morning, Maya</h1><p class="card" style="color: teal">No bone is broken</p>
    <img src="/api/v1/media/7" alt="X-ray of Maya’s wrist"><input value="typed by Maya">
    <a href="/profile/1/results/one">Result</a></main>`;

const RUNTIME = {
  config: { shell: '1.0.0', sessionIdleMinutes: 30 },
  registry: { remotes: { timeline: { active: '1.2.0' } } },
};

/** Opens a page at a path with what the gateway writes into it. */
function openAt(path: string, runtime: object = RUNTIME): void {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<script type="application/json" id="lodestar-runtime">${JSON.stringify(runtime)}</script>
    <div id="root"></div>`;
}

const root = () => document.getElementById('root') as HTMLElement;
const copy = () => document.getElementById('first-screen');

/** Runs the page's inline script until it has shown a screen or found none. */
async function start(): Promise<void> {
  await jest.isolateModulesAsync(async () => {
    const { whenStarted } = await import('./stored.ts');
    await whenStarted;
  });
}

/** Shows a screen and keeps it, as when the page is hidden. Resolves with what is stored. */
async function keep(path = '/app', html = HOME): Promise<StoredScreen | undefined> {
  openAt(path);
  root().innerHTML = html;
  keepScreen((moment) => `As of ${moment}`, true);
  // Reads are in turn after writes.
  return readCachedSlice<StoredScreen>(savedToken(), storedName(path) ?? '');
}

beforeEach(() => {
  publishRoutes('timeline', [{ path: '/app/*', guard: 'patient' }]);
  publishRoutes('records', [{ path: '/profile/:profileId/results/*', guard: 'patient' }]);
  openPage();
  store.setState(store.getInitialState(), true);
  localStorage.setItem('access-token', 'token of Maya');
  changeSettings({ isUserValidated: true });
  updateSlice('session', { status: 'full', me: patient });
  updateSlice('events', { loading: 'ready', fetchedAt: 1 });
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      replaceSync() {}
    },
  });
  Object.assign(document, { adoptedStyleSheets: [] });
  jest.spyOn(console, 'info').mockImplementation();
});

afterEach(async () => {
  // Ends what a page does until the real screen is there.
  root().innerHTML = HOME;
  await Promise.resolve();
  jest.restoreAllMocks();
  await clearCache();
});

test('a phone that was here before shows home as it was, with its age, until the real one has its data', async () => {
  expect(await keep()).toBeDefined();
  openAt('/app');
  await start();
  expect(copy()).toHaveTextContent(/^Good morning, Maya\s*No bone is broken\s*Result\s*As of \d/);
  expect(copy()?.querySelector('p')?.style.color).toBe('teal');
  // Neither pictures nor what was typed are stored.
  expect(copy()?.innerHTML).not.toMatch(/X-ray|typed|src=/);
  root().innerHTML = '<h1>Good morning, Maya</h1><div data-shape="card"></div>';
  await Promise.resolve();
  expect(copy()).not.toBeNull();
  root().innerHTML = HOME;
  await Promise.resolve();
  expect(copy()).toBeNull();
  expect(document.documentElement).not.toHaveAttribute('data-first-screen');
});

test('a link of the stored screen that was tapped is followed once the real one is there', async () => {
  await keep();
  openAt('/app');
  await start();
  copy()?.querySelector('a')?.click();
  const onClick = jest.fn((event: Event) => event.preventDefault());
  root().addEventListener('click', onClick);
  root().innerHTML = HOME;
  await Promise.resolve();
  expect(onClick.mock.calls.map(([{ target }]) => (target as Element).textContent)).toEqual(['Result']);
});

test('only the encrypted form of a screen is stored', async () => {
  await keep();
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('lodestar-vault');
    request.onsuccess = () => resolve(request.result);
  });
  const rows = await new Promise<{ data: ArrayBuffer }[]>((resolve) => {
    const request = database.transaction(['boxes']).objectStore('boxes').getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  expect(rows).toHaveLength(1);
  expect(Buffer.from(rows[0]?.data ?? new ArrayBuffer(0)).toString('latin1')).not.toContain('bone');
  expect(JSON.stringify(localStorage)).not.toContain('bone');
});

const MINUTE_MS = 60_000;

const attacks: [what: string, attack: () => void | Promise<void>][] = [
  ['another person has signed in', () => localStorage.setItem('access-token', 'token of Jordan')],
  ['the person has signed out', () => localStorage.removeItem('access-token')],
  ['storage was cleared at sign-out', clearCache],
  ['the person was not let in', () => changeSettings({ isUserValidated: false })],
  ['the session was not used for too long', () => void jest.setSystemTime(Date.now() + 31 * MINUTE_MS)],
  ['the clock was set back', () => void jest.setSystemTime(Date.now() - MINUTE_MS)],
  ['the language is another one', () => changeSettings({ locale: 'fr' })],
  ['the path is another one', () => history.replaceState(null, '', '/profile/1/results/one')],
];

test.each(attacks)('nothing is shown when %s', async (_what, attack) => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'] });
  await keep();
  openAt('/app');
  await attack();
  await start();
  expect(copy()).toBeNull();
  jest.useRealTimers();
});

test.each([
  ['the shell', { ...RUNTIME, config: { ...RUNTIME.config, shell: '0.9.0' } }],
  ['a remote', { ...RUNTIME, registry: { remotes: { timeline: { active: '1.1.0' } } } }],
])('nothing is shown when another version of %s is in force', async (_what, runtime) => {
  await keep();
  openAt('/app', runtime);
  await start();
  expect(copy()).toBeNull();
});

test('forged markup in storage is neither shown nor run', async () => {
  const stored = await keep();
  const [owner = ''] = await vaultOwners('seen/');
  const vault = await openVault(owner);
  const [name = ''] = await vault.list();
  for (const html of [
    '<img src="x" onerror="alert(1)">',
    '<iframe srcdoc="x"></iframe>',
    '<a href="javascript:a()">b</a>',
  ]) {
    await vault.put(name, { body: { ...stored, html }, at: Date.now() });
    openAt('/app');
    await start();
    expect(copy()).toBeNull();
  }
});

test.each([
  ['of people who support someone', () => updateSlice('profiles', { list: [maya, jordan] })],
  ['of a supporter', () => updateSlice('session', { me: { ...patient, roleType: 'supporter' } })],
  ['that the server has not confirmed', () => updateSlice('session', { isUnconfirmed: true })],
])('screens %s are not kept', async (_what, change) => {
  change();
  expect(await keep()).toBeUndefined();
});

test.each([
  ['that is still loading', `${HOME}<div data-shape="card"></div>`],
  ['that shows an error', `${HOME}<p role="alert">Your events can’t be shown.</p>`],
  ['with more than 60 kB', `${HOME}<p>${'x'.repeat(60_000)}</p>`],
])('a screen %s is not kept', async (_what, html) => {
  expect(await keep('/app', html)).toBeUndefined();
});

test('a result of another person is not kept', async () => {
  expect(await keep('/profile/2/results/one')).toBeUndefined();
  expect(await keep('/profile/1/results/one')).toBeDefined();
});
