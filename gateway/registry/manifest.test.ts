import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRemoteManifest, parseShellManifest } from './manifest.ts';

const HASH = `sha384-${'A'.repeat(64)}`;
const remote = {
  name: 'surveys',
  version: '1.0.0',
  contract: 'survey@1',
  container: 'lodestar_surveys_1_0_0',
  entry: 'entry.js',
  expose: './survey',
  shared: {},
  files: { 'entry.js': HASH, 'chunk.js': HASH },
  preload: ['chunk.js'],
  locales: ['en'],
  bytes: 2,
};
const parse = (change: object) => () => parseRemoteManifest(JSON.stringify({ ...remote, ...change }), 'remote.json');

const patient = (path: string, more: object = {}) => ({ path, guard: 'patient', ...more });
const link = (label: object) => ({ place: 'menu', path: '/app', label, icon: 'pill', order: 1 });

describe('a published manifest', () => {
  it('lists every file with its hash', () => {
    assert.deepEqual(parse({})().files, remote.files);
  });

  const cases: [string, object, RegExp][] = [
    ['no hash of its entry', { 'chunk.js': HASH }, /"files" must list entry\.js/],
    ['no hash of what is preloaded', { 'entry.js': HASH }, /"files" must list chunk\.js/],
    ['an empty hash', { ...remote.files, 'chunk.js': '' }, /"files\.chunk\.js" must be a hash/],
    ['a weaker hash', { ...remote.files, 'entry.js': 'md5-1' }, /"files\.entry\.js" must be a hash/],
    ['a file that climbs', { ...remote.files, '../x.js': HASH }, /"files\.\.\.\/x\.js" must be/],
  ];
  for (const [what, files, said] of cases)
    it(`of a remote is refused with ${what}`, () => assert.throws(parse({ files }), said));

  const declares: [string, object, RegExp][] = [
    [
      'no hash of what one of its chunks needs',
      { chunks: { login: { preload: ['login.js'], needs: [] } } },
      /"files" must list login\.js/,
    ],
    ['a chunk that says nothing', { chunks: { login: {} } }, /"chunks\.login\.preload" is missing/],
    ['a route of every path', { routes: [patient('/*')] }, /"routes\[0\]\.path" must be a path like "\/pharmacy\/\*"/],
    [
      'an unknown guard',
      { routes: [patient('/pharmacy/*', { guard: 'nurse' })] },
      /"routes\[0\]\.guard" must be one of "staff", "patient", "visitor", "anyone"/,
    ],
    [
      'a route twice',
      { routes: [patient('/pharmacy/:id'), patient('/pharmacy/:orderId', { guard: 'anyone' })] },
      /"routes\[1\]\.path" is claimed twice/,
    ],
    [
      'a missing chunk',
      { routes: [patient('/pharmacy/*', { preload: 'orders' })] },
      /"routes\[0\]\.preload" must be one of its chunks/,
    ],
    [
      'a link to another remote',
      { routes: [patient('/pharmacy/*')], navigation: [link({ en: 'Home', fr: 'Accueil' })] },
      /"navigation\[0\]\.path" must lie on one of its routes/,
    ],
    ['a link in one language', { navigation: [link({ en: 'Home' })] }, /"navigation\[0\]\.label\.fr" is missing/],
  ];
  for (const [what, declared, said] of declares)
    it(`of a remote is refused with ${what}`, () => assert.throws(parse(declared), said));

  it('of a shell is refused with an invalid hash', () => {
    const shell = { version: '1.0.0', initial: ['main.js'], files: { 'main.js': 'md5-1' } };
    assert.throws(() => parseShellManifest(JSON.stringify(shell), 'shell.json'), /"files\.main\.js" must be a hash/);
  });
});
