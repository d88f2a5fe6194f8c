/** @jest-environment node */
import './testing/worker-scope.ts';
import { caches } from 'undici';
import { LANGUAGE } from '../protocol.ts';
import type { Deployed } from './deployed.ts';
import { addTexts, downloadRevision } from './stage.ts';
import {
  httpCache,
  integrityOf,
  pathsIn,
  publishSurveys,
  requested,
  SHELL,
  served,
  store,
} from './testing/worker-scope.ts';

/** Deploys the shell of this worker with a version of the surveys remote, which may have more files. */
function deploy(version: string, more: Record<string, string> = {}, shell = '1.0.0'): Deployed {
  for (const path of SHELL) served.set(path, path);
  const manifest = publishSurveys(version, more);
  const published = { manifest, integrity: integrityOf(served.get(manifest) ?? '') };
  const remotes = { surveys: { active: version, versions: { [version]: published } } };
  const runtime = { config: { shell }, registry: { schema: 2, revision: 2, origins: ['self'], remotes } };
  return { hash: 'b', page: new Response('page'), runtime: runtime as unknown as Deployed['runtime'] };
}

const OLD = 'lodestar-revision-1-a';
const NEW = 'lodestar-revision-2-b';
const EXPOSED = '/remotes/surveys/2.0.0/exposed.js';
const FILM = '/remotes/surveys/2.0.0/film.0a1b2c3d.mp4';
const MANIFEST = '/remotes/surveys/2.0.0/remote.json';
const WHOLE = ['/config.json', '/index.html', '/registry.json', EXPOSED, MANIFEST, ...SHELL].sort();

test('downloadRevision stores a revision without films, and copies files that another one has', async () => {
  await store(OLD, Object.fromEntries(SHELL.map((path) => [path, path])));
  expect(await downloadRevision(deploy('2.0.0'))).toEqual({ hash: 'b', cache: NEW });
  expect(requested()).toEqual([`${MANIFEST} default`, `${EXPOSED} default`]);
  expect(await pathsIn(NEW)).toEqual(WHOLE);
});

test('downloadRevision recovers from a damaged copy in the HTTP cache', async () => {
  const deployed = deploy('2.0.0');
  httpCache.set(EXPOSED, 'damaged');
  await downloadRevision(deployed);
  expect(requested().filter((line) => line.startsWith(EXPOSED))).toEqual([`${EXPOSED} default`, `${EXPOSED} reload`]);
  const stored = await caches.match(EXPOSED, { cacheName: NEW });
  expect(await stored?.text()).toBe('surveys 2.0.0');
});

test.each([
  ['missing', (path: string) => served.delete(path)],
  ['damaged on the server', (path: string) => served.set(path, 'damaged')],
])('downloadRevision leaves nothing behind when a file is %s', async (_fault, damage) => {
  await store(OLD, { '/index.html': 'old page' });
  const deployed = deploy('2.0.0');
  damage(EXPOSED);
  await expect(downloadRevision(deployed)).rejects.toThrow();
  expect(await caches.keys()).toEqual([OLD]);
});

test('downloadRevision stops all downloads at the first error', async () => {
  const deployed = deploy('2.0.0');
  served.delete(SHELL[0] ?? '');
  await expect(downloadRevision(deployed)).rejects.toThrow('bad-precaching-response');
  expect(requested().filter((line) => line.startsWith('/shell/')).length).toBeLessThan(SHELL.length);
});

test.each([
  ['downloads', true],
  ['continues without', false],
])('downloadRevision %s a film that was played in the last revision (on the server: %s)', async (_what, isThere) => {
  await store(OLD, { '/remotes/surveys/1.0.0/film.99999999.mp4': 'the film' });
  const deployed = deploy('2.0.0');
  if (!isThere) served.delete(FILM);
  await downloadRevision(deployed);
  expect(await pathsIn(NEW)).toEqual(isThere ? [...WHOLE, FILM].sort() : WHOLE);
});

describe('texts', () => {
  const names = ['texts-ar.0a1b2c3d.js', 'meanings-ar-json.0a1b2c3d.js', 'texts-fr.0a1b2c3d.js'];
  const TEXTS = Object.fromEntries(names.map((name) => [name, name]));

  const write = (language: string) => store(LANGUAGE.cache, { [LANGUAGE.url]: language });

  /** Returns the files of texts in the revision, without hash and ending. */
  const stored = async () => (await pathsIn(NEW)).flatMap((path) => /(?:texts|meanings)-[^.]+/.exec(path) ?? []).sort();

  const ARABIC = ['meanings-ar-json', 'texts-ar', 'texts-ar'];
  const FRENCH = ['texts-fr', 'texts-fr'];

  test.each([
    ['ar', ARABIC],
    ['fr', FRENCH],
    ['en', []],
  ])('downloadRevision stores those in the person’s language only: %s', async (language, expected) => {
    await write(language);
    // Those of a language that was in use before are not carried over.
    await store(OLD, { '/remotes/surveys/1.0.0/texts-fr.99999999.js': '', '/shell/0.9.0/texts-ar.99999999.js': '' });
    await downloadRevision(deploy('2.0.0', TEXTS));
    expect(await stored()).toEqual(expected);
  });

  test('downloadRevision stores those in every language as long as no page has written which one', async () => {
    await downloadRevision(deploy('2.0.0', TEXTS));
    expect(await stored()).toEqual([...ARABIC, ...FRENCH]);
  });

  test('downloadRevision leaves nothing behind when those in the person’s language are missing', async () => {
    await write('ar');
    const deployed = deploy('2.0.0', TEXTS);
    served.delete('/remotes/surveys/2.0.0/texts-ar.0a1b2c3d.js');
    await expect(downloadRevision(deployed)).rejects.toThrow();
    expect(await caches.keys()).toEqual([LANGUAGE.cache]);
  });

  test('addTexts adds those in the language that the person has changed to, and nothing else', async () => {
    await write('fr');
    const revision = await downloadRevision(deploy('2.0.0', TEXTS));
    const before = requested().length;
    await write('ar');
    await addTexts(revision);
    expect(await stored()).toEqual([...ARABIC, ...FRENCH]);
    await addTexts(revision);
    expect(requested()).toHaveLength(before + ARABIC.length);
  });

  test('addTexts leaves a revision with another shell to that shell’s worker', async () => {
    await write('en');
    const revision = await downloadRevision(deploy('2.0.0', TEXTS, '2.0.0'));
    await write('ar');
    await addTexts(revision);
    expect(await stored()).toEqual([]);
  });
});
