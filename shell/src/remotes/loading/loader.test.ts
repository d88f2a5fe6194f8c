import { webcrypto } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createInstance } from '@module-federation/enhanced/runtime';
import { waitFor } from '@testing-library/react';
import { checkFeature, type PublishedVersion, type Registry } from 'shared-ui/contract';
import type { Contract } from '../contracts.ts';
import type { RemoteFailure } from '../failure.ts';
import { replaceRegistryEntry } from '../registry.ts';
import { guardScripts } from './integrity.ts';
import { candidates, federationRuntime, loadFirst, lodestarPlugin } from './loader.ts';
import { holdModules } from './request.ts';

const shareScope: Record<string, Record<string, unknown>> = { react: { '19.3.1': {} }, 'shared-ui': { '1.0.0': {} } };
const expose = jest.fn();
const container = { init: jest.fn(), get: async () => expose };

// Globals that the host's build provides.
Object.assign(globalThis, {
  __webpack_share_scopes__: { default: shareScope },
  __webpack_init_sharing__: () => undefined,
});

jest.mock('../on-demand.ts', () => ({ fetchOnDemand: jest.fn() }));

type Trust = Pick<PublishedVersion, 'trust'>;

const contract: Contract<unknown> = { id: 'feature@1', check: checkFeature };
const HASH = `sha384-${'B'.repeat(64)}`;
const MANIFEST = {
  name: 'records',
  version: '1.0.0',
  contract: 'feature@1',
  container: 'lodestar_records_1_0_0',
  entry: 'entry.js',
  expose: './feature',
  shared: { react: '^19.0.0' },
  files: { 'entry.js': HASH },
  locales: ['en', 'fr'],
  bytes: 10,
};

async function hashOf(text: string): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  return `sha384-${Buffer.from(digest).toString('base64')}`;
}

/** Publishes the given manifest texts by version; the first is the active one. */
async function publish(
  texts: Record<string, string>,
  change: Partial<Registry> = {},
  hash: (text: string) => Promise<string> | string = hashOf,
  trust: Trust = { trust: 'trusted' },
): Promise<void> {
  const [active = '', previous] = Object.keys(texts);
  const versions = Object.fromEntries(
    await Promise.all(
      Object.entries(texts).map(async ([version, text]) => [
        version,
        { manifest: `/remotes/records/${version}/remote.json`, integrity: await hash(text), ...trust },
      ]),
    ),
  );
  const entry = previous ? { active, previous, versions } : { active, versions };
  replaceRegistryEntry('records', {
    schema: 2,
    revision: 1,
    origins: ['self'],
    ...change,
    remotes: { records: entry },
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const text = texts[String(input).split('/').at(-2) ?? ''];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
}

/** Makes added scripts "run": they define their container on the page. */
function runScripts(name = MANIFEST.container): void {
  jest.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    Object.assign(globalThis, { [name]: container });
    queueMicrotask(() => node instanceof HTMLScriptElement && node.onload?.(new Event('load')));
    return node;
  });
}

const load = (version = '1.0.0', name = 'records') => loadFirst({ name, versions: [version], contract });

const codeOf = (load: Promise<unknown>) =>
  load.then(
    () => 'loaded',
    (failure: RemoteFailure) => `${failure.code} ${failure.remote}`,
  );

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expose.mockReset().mockResolvedValue({ contract: 'feature@1', routes: [] });
  runScripts();
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, MANIFEST.container);
});

test('loadFirst loads a remote that passes every check', async () => {
  await publish({ '1.0.0': JSON.stringify(MANIFEST) });
  const loaded = await load();
  expect(loaded.remote).toBe('records@1.0.0');
  expect(loaded.module).toEqual({ contract: 'feature@1', routes: [] });
  expect(container.init.mock.calls[0]?.[0]).toBe(shareScope);
});

test('the entry script has the hash from the manifest', async () => {
  await publish({ '1.0.0': JSON.stringify(MANIFEST) });
  await load();
  const [script] = jest.mocked(document.head.appendChild).mock.calls.flat();
  expect(script).toMatchObject({ integrity: HASH, crossOrigin: 'anonymous' });
});

test('every attempt runs the entry again even if the previous container is still on the page', async () => {
  await publish({ '1.0.0': JSON.stringify(MANIFEST) });
  await load();
  await load();
  expect(document.head.appendChild).toHaveBeenCalledTimes(2);
});

test('scripts that no manifest lists get a hash that no file matches', () => {
  guardScripts();
  for (const url of ['/remotes/records/1.0.0/unknown.js', 'https://elsewhere.example.org/x.js']) {
    expect(globalThis.__lodestarIntegrity?.(url)).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
  }
});

test.each(['^19.3.1', '^19.0.0', '>=18 <20', '19.x'])(
  'shared packages may be requested with any range: %s',
  async (range) => {
    await publish({ '1.0.0': JSON.stringify({ ...MANIFEST, shared: { react: range } }) });
    expect(await codeOf(load())).toBe('loaded');
  },
);

test.each([
  ['a version that a team has signed, for a feature', 'trusted', 'feature@1', ['1.1.0', '1.0.0']],
  ['no guest, for a feature', 'sandboxed', 'feature@1', ['1.1.0']],
  ['a guest, for a survey', 'sandboxed', 'survey@1', ['1.1.0', '1.0.0']],
] as const)('candidates filters the previous version by trust and contract: %s', async (_what, trust, id, expected) => {
  const version = { manifest: '/remotes/records/1.1.0/remote.json', integrity: HASH };
  const versions = { '1.1.0': { ...version, trust: 'trusted' as const }, '1.0.0': { ...version, trust } };
  const entry = { active: '1.1.0', previous: '1.0.0', versions };
  replaceRegistryEntry('records', { schema: 2, revision: 1, origins: ['self'], remotes: { records: entry } });
  expect(candidates('records', id)).toEqual(expected);
});

test('loadFirst uses the default export of a module', async () => {
  expose.mockResolvedValue({ default: { contract: 'feature@1', routes: [] } });
  await publish({ '1.0.0': JSON.stringify(MANIFEST) });
  expect((await load()).module).toEqual({ contract: 'feature@1', routes: [] });
});

test('a module is downloaded while the libraries run and runs after them', async () => {
  const libraries = new EventTarget();
  holdModules(new Promise((done) => libraries.addEventListener('done', done)));
  const download = jest.spyOn(container, 'get');
  await publish({ '1.0.0': JSON.stringify(MANIFEST) });
  const loading = load();
  await waitFor(() => expect(download).toHaveBeenCalled());
  expect(expose).not.toHaveBeenCalled();
  libraries.dispatchEvent(new Event('done'));
  expect((await loading).remote).toBe('records@1.0.0');
});

describe('failure codes of each step', () => {
  const manifest = (change: object) => JSON.stringify({ ...MANIFEST, ...change });
  test.each([
    ['CONTRACT_MISMATCH', manifest({ contract: 'feature@2' })],
    ['SHARED_MISSING', manifest({ shared: { react: '^20.0.0' } })],
    ['SHARED_MISSING', manifest({ shared: { react: '~19.2.0' } })],
    ['SHARED_MISSING', manifest({ shared: { lodash: '^4.0.0' } })],
    ['MANIFEST_INVALID', manifest({ entry: 7 })],
    ['MANIFEST_INVALID', 'not json'],
    ['MANIFEST_INVALID', manifest({ files: { 'chunk.js': HASH } })],
    ['MANIFEST_INVALID', manifest({ files: { 'entry.js': HASH, 'chunk.js': '' } })],
    ['MANIFEST_INVALID', manifest({ files: { 'entry.js': HASH, 'chunk.js': 'md5-1' } })],
  ])('%s', async (code, text) => {
    await publish({ '1.0.0': text });
    expect(await codeOf(load())).toBe(`${code} records@1.0.0`);
    expect(document.head.appendChild).not.toHaveBeenCalled();
  });

  test('ORIGIN_NOT_ALLOWED, before any request', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) }, { origins: ['https://remotes.example.org'] });
    expect(await codeOf(load())).toBe('ORIGIN_NOT_ALLOWED records@1.0.0');
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each<[string, Trust]>([
    ['a guest', { trust: 'sandboxed' }],
    ['of a release that signed nothing', {}],
  ])('CONTRACT_MISMATCH, before any request, for a feature that is %s', async (_what, trust) => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) }, {}, hashOf, trust);
    expect(await codeOf(load())).toBe('CONTRACT_MISMATCH records@1.0.0');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('MANIFEST_UNAVAILABLE', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await codeOf(load())).toBe('MANIFEST_UNAVAILABLE records@1.0.0');
  });

  test('MANIFEST_INTEGRITY, when one byte differs', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(`${JSON.stringify(MANIFEST)} `));
    expect(await codeOf(load())).toBe('MANIFEST_INTEGRITY records@1.0.0');
  });

  test('MANIFEST_INTEGRITY, when the registry has no hash for it', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) }, {}, () => '');
    expect(await codeOf(load())).toBe('MANIFEST_INTEGRITY records@1.0.0');
    expect(document.head.appendChild).not.toHaveBeenCalled();
  });

  test('none, when only the cached copy differs', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    const answers: Record<string, string> = { reload: JSON.stringify(MANIFEST) };
    const read = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      return new Response(answers[init?.cache ?? ''] ?? 'damaged');
    });
    expect(await codeOf(load())).toBe('loaded');
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('EXPORT_INVALID, when the entry defines no container', async () => {
    runScripts('something_else');
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    expect(await codeOf(load())).toBe('EXPORT_INVALID records@1.0.0');
  });

  test('EXPORT_INVALID, when the module does not match the contract', async () => {
    expose.mockResolvedValue({ contract: 'feature@1' });
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    expect(await codeOf(load())).toBe('EXPORT_INVALID records@1.0.0');
  });

  test('CHUNK_UNAVAILABLE, when a chunk of the remote fails to load', async () => {
    const error = Object.assign(new Error('Loading chunk 7 failed'), {
      name: 'ChunkLoadError',
      request: 'http://localhost/remotes/records/gone/chunk.js',
    });
    expose.mockRejectedValue(error);
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    expect(await codeOf(load())).toBe('CHUNK_UNAVAILABLE records@1.0.0');
  });

  test('REMOTE_UNKNOWN, for a remote that the registry does not list', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    expect(await codeOf(load('1.0.0', 'billing'))).toBe('REMOTE_UNKNOWN billing');
  });

  test('TIMEOUT, when there is no response for ten seconds', async () => {
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    const code = codeOf(load());
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    expect(await code).toBe('TIMEOUT records@1.0.0');
  });
});

/** Error thrown by webpack's chunk loader. */
const chunkError = (file: string) =>
  Object.assign(new Error(`Loading chunk ${file} failed`), {
    name: 'ChunkLoadError',
    request: new URL(`/remotes/records/1.0.0/${file}`, location.href).href,
  });

describe('a chunk that failed but is intact on a second download', () => {
  const CHUNK = 'the chunk';
  beforeEach(async () => {
    const hash = await hashOf(CHUNK);
    const manifest = JSON.stringify({ ...MANIFEST, files: { 'entry.js': HASH, 'one.js': hash, 'other.js': hash } });
    await publish({ '1.0.0': manifest });
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (url) => new Response(String(url).endsWith('.json') ? manifest : CHUNK));
  });

  test('is retried, and so is every other chunk', async () => {
    expose.mockRejectedValueOnce(chunkError('one.js')).mockRejectedValueOnce(chunkError('other.js'));
    expect(await codeOf(load())).toBe('loaded');
  });

  test('is retried, also when that download takes five seconds', async () => {
    const isCutOff = (limit: number) => limit < 5_000;
    jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((limit) => (isCutOff(limit) ? AbortSignal.abort() : new AbortController().signal));
    const answer = jest.mocked(fetch).getMockImplementation();
    jest.mocked(fetch).mockImplementation(async (url, init) => {
      if (init?.signal?.aborted) throw new DOMException('The time is over', 'TimeoutError');
      return answer?.(url, init) ?? Response.error();
    });
    expose.mockRejectedValueOnce(chunkError('one.js'));
    expect(await codeOf(load())).toBe('loaded');
  });

  test('is retried only once', async () => {
    expose.mockRejectedValue(chunkError('one.js'));
    expect(await codeOf(load())).toBe('CHUNK_UNAVAILABLE records@1.0.0');
    expect(expose).toHaveBeenCalledTimes(2);
  });
});

/** Sets the outcome of each added script in turn: it runs, fails, or never responds. */
function answerScripts(...answers: ('runs' | 'fails' | 'is silent')[]): HTMLScriptElement[] {
  const added: HTMLScriptElement[] = [];
  jest.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) throw new Error('only scripts are expected');
    const answer = answers[Math.min(added.push(node), answers.length) - 1];
    if (answer === 'runs') Object.assign(globalThis, { [MANIFEST.container]: container });
    if (answer === 'runs') queueMicrotask(() => node.onload?.(new Event('load')));
    if (answer === 'fails') queueMicrotask(() => node.onerror?.(new Event('error')));
    return node;
  });
  return added;
}

describe('an entry that failed', () => {
  const ENTRY = 'the entry';
  /** Publishes a version whose entry gets this response when it is fetched after the script failed. */
  async function publishEntry(answer: () => Response): Promise<void> {
    const manifest = JSON.stringify({ ...MANIFEST, files: { 'entry.js': await hashOf(ENTRY) } });
    await publish({ '1.0.0': manifest });
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (url) => (String(url).endsWith('.json') ? new Response(manifest) : answer()));
  }

  test('is reloaded when a second download is intact, without checking the manifest again', async () => {
    await publishEntry(() => new Response(ENTRY));
    const added = answerScripts('fails', 'runs');
    expect(await codeOf(load())).toBe('loaded');
    expect(added).toHaveLength(2);
    expect(jest.mocked(fetch).mock.calls.filter(([url]) => String(url).endsWith('.json'))).toHaveLength(1);
  });

  test('is reloaded only once', async () => {
    await publishEntry(() => new Response(ENTRY));
    const added = answerScripts('fails');
    expect(await codeOf(load())).toBe('ENTRY_UNAVAILABLE records@1.0.0');
    expect(added).toHaveLength(2);
  });

  test.each([
    ['ENTRY_UNAVAILABLE', 'is missing', () => new Response('', { status: 404 })],
    ['ENTRY_INTEGRITY', 'was changed', () => new Response('another entry')],
  ])('has the code %s when it %s', async (code, _what, answer) => {
    await publishEntry(answer);
    answerScripts('fails');
    expect(await codeOf(load())).toBe(`${code} records@1.0.0`);
  });
});

describe('after ten seconds', () => {
  beforeEach(() => {
    container.init.mockClear();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  /** Waits in real time: hashes are computed outside the fake clock. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await nextTurn();
  }
  const wanted = { name: 'records', versions: ['2.0.0', '1.0.0'], contract };
  const versions = () => ({
    '2.0.0': JSON.stringify({ ...MANIFEST, version: '2.0.0' }),
    '1.0.0': JSON.stringify(MANIFEST),
  });
  /** Reported failures, without their messages. */
  const reported = () => jest.mocked(console.error).mock.calls.map(([line]) => /^\[remote\] (.*?):/.exec(line)?.[1]);

  test('an entry that does not respond is removed, and the previous version loads', async () => {
    await publish(versions());
    const added = answerScripts('is silent', 'runs');
    const loading = loadFirst(wanted);
    await until(() => added.length === 1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await loading).version).toBe('1.0.0');
    expect(added[0]?.onload).toBeNull();
    expect(reported()).toEqual(['TIMEOUT records@2.0.0']);
  });

  test('a container whose init never resolves is abandoned', async () => {
    container.init.mockReturnValueOnce(new Promise(() => undefined));
    await publish(versions());
    const loading = loadFirst(wanted);
    await until(() => container.init.mock.calls.length === 1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await loading).version).toBe('1.0.0');
    expect(reported()).toEqual(['TIMEOUT records@2.0.0']);
  });

  test('a late failure of an abandoned version is ignored', async () => {
    const late = new EventTarget();
    container.init.mockReturnValueOnce(new Promise((_done, fail) => late.addEventListener('fail', fail)));
    await publish(versions());
    const loading = loadFirst(wanted);
    await until(() => container.init.mock.calls.length === 1);
    await jest.advanceTimersByTimeAsync(10_000);
    late.dispatchEvent(new Event('fail'));
    await jest.advanceTimersByTimeAsync(0);
    expect((await loading).version).toBe('1.0.0');
    expect(reported()).toEqual(['TIMEOUT records@2.0.0']);
  });

  test('an entry does not time out while the libraries are loading', async () => {
    const libraries = new EventTarget();
    holdModules(new Promise((done) => libraries.addEventListener('done', done)));
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    const added = answerScripts('is silent');
    const code = codeOf(load());
    await until(() => added.length === 1);
    await jest.advanceTimersByTimeAsync(60_000);
    Object.assign(globalThis, { [MANIFEST.container]: container });
    added[0]?.onload?.(new Event('load'));
    libraries.dispatchEvent(new Event('done'));
    holdModules(Promise.resolve());
    expect(await code).toBe('loaded');
  });
});

describe('a runtime on the page', () => {
  const unlisted = 'https://elsewhere.example.org/entry.js';

  test('refuses files that no verified manifest lists', async () => {
    const { createScript, createLink, fetch } = lodestarPlugin;
    const refused = expect.objectContaining({ code: 'ENTRY_INTEGRITY', message: expect.stringContaining(unlisted) });
    expect(() => createScript?.({ url: unlisted })).toThrow(refused);
    expect(() => createLink?.({ url: unlisted })).toThrow(refused);
    await expect(fetch?.(unlisted, {})).rejects.toEqual(refused);
  });

  test('fetches a listed manifest only if its hash matches', async () => {
    const text = '{"metaData":{}}';
    const files = { ...MANIFEST.files, 'mf-manifest.json': await hashOf(text) };
    await publish({ '1.0.0': JSON.stringify({ ...MANIFEST, files }) });
    await load();
    const url = new URL('/remotes/records/1.0.0/mf-manifest.json', location.href).href;
    const answer = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text));
    const whole = (await lodestarPlugin.fetch?.(url, {})) as Response;
    expect(await whole.text()).toBe(text);
    answer.mockImplementation(async () => new Response(`${text} `));
    await expect(lodestarPlugin.fetch?.(url, {})).rejects.toMatchObject({ code: 'MANIFEST_INTEGRITY' });
  });

  test('loads only remotes that the page requested', async () => {
    const runtime = federationRuntime();
    runtime.registerRemotes([{ name: 'stranger', entry: unlisted }]);
    expect(await codeOf(runtime.loadRemote('stranger'))).toBe('REMOTE_UNKNOWN stranger');
    expect(document.head.appendChild).not.toHaveBeenCalled();
  });

  test('of a remote cannot load another remote', async () => {
    federationRuntime();
    const remotes = [{ name: 'stranger', entry: unlisted }];
    const own = createInstance({ name: 'records', remotes });
    expect(await codeOf(own.loadRemote('stranger'))).toBe('REMOTE_UNKNOWN stranger');
    expect(document.head.appendChild).not.toHaveBeenCalled();
  });

  test('runs an entry as a script with its hash even if another plugin changes its type', async () => {
    const runtime = federationRuntime();
    const asModule = {
      name: 'as-module',
      beforeRegisterRemote<T extends { remote: object }>(request: T): T {
        Object.assign(request.remote, { type: 'module' });
        return request;
      },
    };
    runtime.registerPlugins([asModule]);
    await publish({ '1.0.0': JSON.stringify(MANIFEST) });
    expect(await codeOf(load())).toBe('loaded');
    const [script] = jest.mocked(document.head.appendChild).mock.calls.flat();
    expect(script).toMatchObject({ integrity: HASH, type: '' });
  });
});

test('loadFirst reports a failed active version and loads the previous one', async () => {
  const broken = JSON.stringify({ ...MANIFEST, version: '2.0.0', contract: 'feature@2' });
  await publish({ '2.0.0': broken, '1.0.0': JSON.stringify(MANIFEST) });
  expect((await loadFirst({ name: 'records', versions: ['2.0.0', '1.0.0'], contract })).version).toBe('1.0.0');
  expect(jest.mocked(console.error).mock.calls.map(([line]) => line)).toEqual([
    expect.stringContaining('CONTRACT_MISMATCH records@2.0.0'),
  ]);
});
