import type { Registry } from 'shared-ui/contract';
import { RemoteError } from './failure.ts';
import * as loader from './loading/loader.ts';
import { featureContract } from './loading/request.ts';
import { loadOnce, replaceBroken, replaceRemotes } from './remote-cache.ts';

jest.mock('./loading/loader.ts');

const REMOTE = 'records@2.0.0';
const FILE = 'https://example.org/remotes/records/2.0.0/screen.js';
const NOTHING_LISTED: Registry = { schema: 2, revision: 1, origins: [], remotes: {} };
const loadFirst = jest.mocked(loader.loadFirst);
const versionsTried = () => loadFirst.mock.calls.map(([{ versions }]) => versions);

/** Failure of a lazy screen's chunk; `recoveredFile` if a second download was intact. */
const screenFailed = (recoveredFile?: string) =>
  new RemoteError('CHUNK_UNAVAILABLE', REMOTE, 'gone', undefined, recoveredFile);

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.mocked(loader.candidates).mockReturnValue(['2.0.0', '1.0.0']);
  jest.mocked(loader.failureFrom).mockImplementation(async (error) => error as RemoteError);
  loadFirst.mockImplementation(async ({ name, versions: [version = ''] }) => ({
    remote: `${name}@${version}`,
    version,
    locales: [],
    module: { contract: 'feature@1', routes: [] } as never,
  }));
  replaceRemotes(['records'], NOTHING_LISTED);
  await loadOnce('records', featureContract);
});

test('a version whose chunk is intact on a second download is reloaded, but reported and replaced when it fails again', async () => {
  expect(await replaceBroken('records', featureContract, screenFailed(FILE))).toBe(true);
  expect((await loadOnce('records', featureContract)).version).toBe('2.0.0');
  expect(console.error).not.toHaveBeenCalled();
  expect(await replaceBroken('records', featureContract, screenFailed(FILE))).toBe(true);
  expect((await loadOnce('records', featureContract)).version).toBe('1.0.0');
  expect(console.error).toHaveBeenCalledTimes(1);
});

test('a version with a missing chunk is reported and replaced until no version remains', async () => {
  expect(await replaceBroken('records', featureContract, screenFailed())).toBe(true);
  await loadOnce('records', featureContract);
  expect(await replaceBroken('records', featureContract, screenFailed())).toBe(false);
  expect(versionsTried().at(-1)).toEqual(['1.0.0']);
});

test('a version that throws after another has replaced it is followed by that one', async () => {
  const handling = replaceBroken('records', featureContract, screenFailed());
  replaceRemotes(['records'], NOTHING_LISTED);
  jest.mocked(loader.candidates).mockReturnValue(['2.0.0']);
  expect(await handling).toBe(true);
});
