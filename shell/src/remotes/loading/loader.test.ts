import { webcrypto } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createInstance } from '@module-federation/enhanced/runtime';
import { waitFor } from '@testing-library/react';
import { checkFeature, type PublishedVersion, type Registry } from 'shared-ui/contract';
import type { RemoteError } from '../failure.ts';
import { replaceRegistryEntry } from '../registry.ts';
import { remoteManifest, SOME_HASH } from '../testing/manifest.ts';
import { guardScripts } from './integrity.ts';
import { candidates, federationRuntime, loadFirst, lodestarPlugin } from './loader.ts';
import { type Contract, deferModules } from './request.ts';

const shareScope: Record<string, Record<string, unknown>> = { react: { '19.3.1': {} }, 'shared-ui': { '1.0.0': {} } };
const expose = jest.fn();
const container = { init: jest.fn(), get: async () => expose };

// Globals that the host's build provides.
Object.assign(globalThis, {
  __webpack_share_scopes__: { default: shareScope },
  __webpack_init_sharing__: () => undefined,
});

const contract: Contract<unknown> = { id: 'feature@1', check: checkFeature };
const MANIFEST = remoteManifest();

async function hashOf(text: string): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  return `sha384-${Buffer.from(digest).toString('base64')}`;
}

interface Publication extends Partial<Pick<Registry, 'origins'>> {
  hash?: (text: string) => Promise<string> | string;
  trust?: Pick<PublishedVersion, 'trust'>;
}

/** Publishes the given manifest texts by version; the first is the active one. */
async function publish(
  texts: Record<string, string>,
  { origins = ['self'], hash = hashOf, trust = { trust: 'trusted' } }: Publication = {},
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
  const records = previous ? { active, previous, versions } : { active, versions };
  replaceRegistryEntry('records', { schema: 2, revision: 1, origins, remotes: { records } });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const text = texts[String(input).split('/').at(-2) ?? ''];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
}

const manifest = (change: object = {}) => JSON.stringify({ ...MANIFEST, ...change });

type ScriptAnswer = 'runs' | 'defines another' | 'fails' | 'is silent';

/** Sets the outcome of each added script in turn; the last one repeats. A script that runs defines its container. */
function answerScripts(...answers: ScriptAnswer[]): HTMLScriptElement[] {
  const added: HTMLScriptElement[] = [];
  jest.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) throw new Error('only scripts are expected');
    const answer = answers[Math.min(added.push(node), answers.length) - 1];
    if (answer === 'runs') Object.assign(globalThis, { [MANIFEST.container]: container });
    if (answer === 'fails') queueMicrotask(() => node.onerror?.(new Event('error')));
    else if (answer !== 'is silent') queueMicrotask(() => node.onload?.(new Event('load')));
    return node;
  });
  return added;
}

const load = (version = '1.0.0', name = 'records') => loadFirst({ name, versions: [version], contract });

const codeOf = (load: Promise<unknown>) =>
  load.then(
    () => 'loaded',
    (failure: RemoteError) => `${failure.code} ${failure.remote}`,
  );

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expose.mockReset().mockResolvedValue({ contract: 'feature@1', routes: [] });
  answerScripts('runs');
  return publish({ '1.0.0': manifest() });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, MANIFEST.container);
});

const scripts = () => jest.mocked(document.head.appendChild).mock.calls.flat();

test('loadFirst loads a remote that passes every check, by running its entry with the hash from the manifest', async () => {
  const loaded = await load();
  expect(loaded.remote).toBe('records@1.0.0');
  expect(loaded.module).toEqual({ contract: 'feature@1', routes: [] });
  expect(loaded.locales).toEqual(['en', 'fr']);
  expect(container.init.mock.calls[0]?.[0]).toBe(shareScope);
  expect(scripts()).toMatchObject([{ integrity: SOME_HASH, crossOrigin: 'anonymous' }]);
});

test('every attempt runs the entry again, and uses the default export of a module', async () => {
  await load();
  expose.mockResolvedValue({ default: { contract: 'feature@1', routes: [] } });
  expect((await load()).module).toEqual({ contract: 'feature@1', routes: [] });
  expect(scripts()).toHaveLength(2);
});

test.each(['^19.3.1', '^19.0.0', '>=18 <20', '19.x'])('a remote may request a shared package as %s', async (range) => {
  await publish({ '1.0.0': manifest({ shared: { react: range } }) });
  expect(await codeOf(load())).toBe('loaded');
});

test.each([
  ['a version that a team has signed, for a feature', 'trusted', 'feature@1', ['1.1.0', '1.0.0']],
  ['no guest, for a feature', 'sandboxed', 'feature@1', ['1.1.0']],
  ['a guest, for a survey', 'sandboxed', 'survey@1', ['1.1.0', '1.0.0']],
] as const)('candidates filters the previous version by trust and contract: %s', async (_what, trust, id, expected) => {
  const version = { manifest: '/remotes/records/1.1.0/remote.json', integrity: SOME_HASH };
  const versions = { '1.1.0': { ...version, trust: 'trusted' as const }, '1.0.0': { ...version, trust } };
  const entry = { active: '1.1.0', previous: '1.0.0', versions };
  replaceRegistryEntry('records', { schema: 2, revision: 1, origins: ['self'], remotes: { records: entry } });
  expect(candidates('records', id)).toEqual(expected);
});

test('a module is downloaded while the libraries run and runs after them', async () => {
  const libraries = new EventTarget();
  deferModules(new Promise((done) => libraries.addEventListener('done', done)));
  const download = jest.spyOn(container, 'get');
  const loading = load();
  await waitFor(() => expect(download).toHaveBeenCalled());
  expect(expose).not.toHaveBeenCalled();
  libraries.dispatchEvent(new Event('done'));
  expect((await loading).remote).toBe('records@1.0.0');
});

describe('failure codes of each step', () => {
  test.each([
    ['CONTRACT_MISMATCH', manifest({ contract: 'feature@2' })],
    ['SHARED_MISSING', manifest({ shared: { react: '^20.0.0' } })],
    ['SHARED_MISSING', manifest({ shared: { react: '~19.2.0' } })],
    ['SHARED_MISSING', manifest({ shared: { lodash: '^4.0.0' } })],
    ['MANIFEST_INVALID', manifest({ entry: 7 })],
    ['MANIFEST_INVALID', 'not json'],
    ['MANIFEST_INVALID', manifest({ files: { 'chunk.js': SOME_HASH } })],
    ['MANIFEST_INVALID', manifest({ files: { 'entry.js': SOME_HASH, 'chunk.js': '' } })],
    ['MANIFEST_INVALID', manifest({ files: { 'entry.js': SOME_HASH, 'chunk.js': 'md5-1' } })],
  ])('%s', async (code, text) => {
    await publish({ '1.0.0': text });
    expect(await codeOf(load())).toBe(`${code} records@1.0.0`);
    expect(scripts()).toEqual([]);
  });

  test.each<[string, Publication]>([
    ['ORIGIN_NOT_ALLOWED', { origins: ['https://remotes.example.org'] }],
    // A feature that is a guest, or of a release that signed nothing.
    ['CONTRACT_MISMATCH', { trust: { trust: 'sandboxed' } }],
    ['CONTRACT_MISMATCH', { trust: {} }],
  ])('%s, before any request', async (code, publication) => {
    await publish({ '1.0.0': manifest() }, publication);
    expect(await codeOf(load())).toBe(`${code} records@1.0.0`);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('MANIFEST_INTEGRITY, when one byte differs', async () => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(`${manifest()} `));
    expect(await codeOf(load())).toBe('MANIFEST_INTEGRITY records@1.0.0');
    expect(scripts()).toEqual([]);
  });

  test('none, when only the cached copy differs', async () => {
    const answers: Record<string, string> = { reload: manifest() };
    const read = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      return new Response(answers[init?.cache ?? ''] ?? 'damaged');
    });
    expect(await codeOf(load())).toBe('loaded');
    expect(read).toHaveBeenCalledTimes(2);
  });

  test.each<[string, string, () => unknown]>([
    [
      'MANIFEST_UNAVAILABLE',
      'there is no network',
      () => jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error()),
    ],
    ['MANIFEST_INTEGRITY', 'the registry has no hash', () => publish({ '1.0.0': manifest() }, { hash: () => '' })],
    ['EXPORT_INVALID', 'the entry defines no container', () => answerScripts('defines another')],
    ['EXPORT_INVALID', 'the module breaks the contract', () => expose.mockResolvedValue({ contract: 'feature@1' })],
    ['CHUNK_UNAVAILABLE', 'a chunk fails to load', () => expose.mockRejectedValue(chunkError('../gone/chunk.js'))],
  ])('%s, when %s', async (code, _when, damage) => {
    await damage();
    expect(await codeOf(load())).toBe(`${code} records@1.0.0`);
  });

  test('REMOTE_UNKNOWN, for a remote that the registry does not list', async () => {
    expect(await codeOf(load('1.0.0', 'billing'))).toBe('REMOTE_UNKNOWN billing');
  });
});

/** Error thrown by webpack's chunk loader. */
const chunkError = (file: string) =>
  Object.assign(new Error(`Loading chunk ${file} failed`), {
    name: 'ChunkLoadError',
    request: new URL(`/remotes/records/1.0.0/${file}`, location.href).href,
  });

const FILE = 'the file';

/** Publishes a version with these files, whose next download gets this response. */
async function publishFiles(names: string[], answer = () => new Response(FILE)): Promise<void> {
  const hash = await hashOf(FILE);
  const text = manifest({ files: { 'entry.js': SOME_HASH, ...Object.fromEntries(names.map((name) => [name, hash])) } });
  await publish({ '1.0.0': text });
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => (String(url).endsWith('.json') ? new Response(text) : answer()));
}

describe('a chunk that failed but is intact on a second download', () => {
  beforeEach(() => publishFiles(['one.js', 'other.js']));

  test('is retried, and so is every other chunk', async () => {
    expose.mockRejectedValueOnce(chunkError('one.js')).mockRejectedValueOnce(chunkError('other.js'));
    expect(await codeOf(load())).toBe('loaded');
  });

  test('is retried, also when that download takes five seconds', async () => {
    const limited = jest.spyOn(AbortSignal, 'timeout');
    limited.mockImplementation((ms) => (ms < 5_000 ? AbortSignal.abort() : new AbortController().signal));
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

describe('an entry that failed', () => {
  test('is reloaded when a second download is intact, without checking the manifest again', async () => {
    await publishFiles(['entry.js']);
    const added = answerScripts('fails', 'runs');
    expect(await codeOf(load())).toBe('loaded');
    expect(added).toHaveLength(2);
    expect(jest.mocked(fetch).mock.calls.filter(([url]) => String(url).endsWith('.json'))).toHaveLength(1);
  });

  test.each([
    ['ENTRY_UNAVAILABLE', 'is missing', 1, () => new Response('', { status: 404 })],
    ['ENTRY_UNAVAILABLE', 'fails again although it is intact', 2, () => new Response(FILE)],
    ['ENTRY_INTEGRITY', 'was changed', 1, () => new Response('another entry')],
  ])('has the code %s when it %s', async (code, _what, attempts, answer) => {
    await publishFiles(['entry.js'], answer);
    const added = answerScripts('fails');
    expect(await codeOf(load())).toBe(`${code} records@1.0.0`);
    expect(added).toHaveLength(attempts);
  });
});

const BOTH = { name: 'records', versions: ['2.0.0', '1.0.0'], contract };
/** Reported failures, without their messages. */
const reported = () => jest.mocked(console.error).mock.calls.map(([line]) => /^\[remote\] (.*?):/.exec(line)?.[1]);

test('loadFirst reports a failed active version and loads the previous one', async () => {
  await publish({ '2.0.0': manifest({ version: '2.0.0', contract: 'feature@2' }), '1.0.0': manifest() });
  expect((await loadFirst(BOTH)).version).toBe('1.0.0');
  expect(reported()).toEqual(['CONTRACT_MISMATCH records@2.0.0']);
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
  const publishTwo = () => publish({ '2.0.0': manifest({ version: '2.0.0' }), '1.0.0': manifest() });
  test('an entry that does not respond is removed, and the previous version loads', async () => {
    await publishTwo();
    const added = answerScripts('is silent', 'runs');
    const loading = loadFirst(BOTH);
    await until(() => added.length === 1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await loading).version).toBe('1.0.0');
    expect(added[0]?.onload).toBeNull();
    expect(reported()).toEqual(['TIMEOUT records@2.0.0']);
  });

  test('a container whose init does not resolve is abandoned, and its late failure ignored', async () => {
    const late = new EventTarget();
    container.init.mockReturnValueOnce(new Promise((_done, fail) => late.addEventListener('fail', fail)));
    await publishTwo();
    const loading = loadFirst(BOTH);
    await until(() => container.init.mock.calls.length === 1);
    await jest.advanceTimersByTimeAsync(10_000);
    late.dispatchEvent(new Event('fail'));
    await jest.advanceTimersByTimeAsync(0);
    expect((await loading).version).toBe('1.0.0');
    expect(reported()).toEqual(['TIMEOUT records@2.0.0']);
  });

  test('an entry does not time out while the libraries are loading', async () => {
    const libraries = new EventTarget();
    deferModules(new Promise((done) => libraries.addEventListener('done', done)));
    const added = answerScripts('is silent');
    const code = codeOf(load());
    await until(() => added.length === 1);
    await jest.advanceTimersByTimeAsync(60_000);
    Object.assign(globalThis, { [MANIFEST.container]: container });
    added[0]?.onload?.(new Event('load'));
    libraries.dispatchEvent(new Event('done'));
    deferModules(Promise.resolve());
    expect(await code).toBe('loaded');
  });
});

describe('a runtime on the page', () => {
  const unlisted = 'https://elsewhere.example.org/entry.js';

  test('refuses files that no verified manifest lists', async () => {
    guardScripts();
    expect(globalThis.__lodestarIntegrity?.(unlisted)).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
    const { createScript, createLink, fetch } = lodestarPlugin;
    const refused = expect.objectContaining({ code: 'ENTRY_INTEGRITY', message: expect.stringContaining(unlisted) });
    expect(() => createScript?.({ url: unlisted })).toThrow(refused);
    expect(() => createLink?.({ url: unlisted })).toThrow(refused);
    await expect(fetch?.(unlisted, {})).rejects.toEqual(refused);
  });

  test('fetches a listed manifest only if its hash matches', async () => {
    const text = '{"metaData":{}}';
    const files = { ...MANIFEST.files, 'mf-manifest.json': await hashOf(text) };
    await publish({ '1.0.0': manifest({ files }) });
    await load();
    const url = new URL('/remotes/records/1.0.0/mf-manifest.json', location.href).href;
    const answer = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text));
    const whole = (await lodestarPlugin.fetch?.(url, {})) as Response;
    expect(await whole.text()).toBe(text);
    answer.mockImplementation(async () => new Response(`${text} `));
    await expect(lodestarPlugin.fetch?.(url, {})).rejects.toMatchObject({ code: 'MANIFEST_INTEGRITY' });
  });

  test.each([
    ['the page’s', federationRuntime],
    ['a remote’s', () => createInstance({ name: 'records', remotes: [] })],
  ])('loads only remotes that the page requested: %s', async (_whose, runtimeOf) => {
    federationRuntime();
    const runtime = runtimeOf();
    runtime.registerRemotes([{ name: 'stranger', entry: unlisted }]);
    expect(await codeOf(runtime.loadRemote('stranger'))).toBe('REMOTE_UNKNOWN stranger');
    expect(scripts()).toEqual([]);
  });

  test('runs an entry as a script with its hash even if another plugin changes its type', async () => {
    const beforeRegisterRemote = <T extends { remote: object }>(request: T): T => {
      Object.assign(request.remote, { type: 'module' });
      return request;
    };
    federationRuntime().registerPlugins([{ name: 'as-module', beforeRegisterRemote }]);
    expect(await codeOf(load())).toBe('loaded');
    expect(scripts()).toMatchObject([{ integrity: SOME_HASH, type: '' }]);
  });
});
