import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { manifest } from '../testing/fixtures.ts';
import { parseRemoteManifest, parseShellManifest } from './manifest.ts';

const parse = (change: object) => parseRemoteManifest(JSON.stringify({ ...manifest, ...change }), 'remote.json');
const withFiles = (files: Record<string, string>) => ({ files: { ...manifest.files, ...files } });
const patient = (path: string, more: object = {}) => ({ path, guard: 'patient', ...more });
const withRoutes = (...routes: object[]) => ({ routes });
const withLink = (label: object, ...routes: object[]) => ({
  routes,
  navigation: [{ place: 'menu', path: '/app', label, icon: 'pill', order: 1 }],
});

describe('a published manifest', () => {
  it('lists every file with its hash', () => assert.deepEqual(parse({}).files, manifest.files));

  const [entry = '', chunk = ''] = Object.values(manifest.files);
  const cases: [string, object, RegExp][] = [
    ['no hash of its entry', { files: { 'chunk.js': chunk } }, /"files" must list entry\.js/],
    ['no hash of what is preloaded', { files: { 'entry.js': entry } }, /"files" must list chunk\.js/],
    ['an empty hash', withFiles({ 'chunk.js': '' }), /"files\.chunk\.js" must be a hash/],
    ['a weaker hash', withFiles({ 'entry.js': 'md5-1' }), /"files\.entry\.js" must be a hash/],
    ['a file that climbs', withFiles({ '../x.js': chunk }), /"files\.\.\.\/x\.js" must be/],
    ['no hash for a chunk', { chunks: { login: { preload: ['login.js'], needs: [] } } }, /"files" must list login\.js/],
    ['a chunk that says nothing', { chunks: { login: {} } }, /"chunks\.login\.preload" is missing/],
    ['a route of every path', withRoutes(patient('/*')), /"routes\[0\]\.path" must be a path like "\/pharmacy\/\*"/],
    [
      'an unknown guard',
      withRoutes(patient('/pharmacy/*', { guard: 'nurse' })),
      /"routes\[0\]\.guard" must be one of "staff", "patient", "visitor", "anyone"/,
    ],
    ['a route twice', withRoutes(patient('/p/:id'), patient('/p/:orderId')), /"routes\[1\]\.path" is claimed twice/],
    [
      'a missing chunk',
      withRoutes(patient('/pharmacy/*', { preload: 'orders' })),
      /"routes\[0\]\.preload" must be one of its chunks/,
    ],
    [
      'a link to another remote',
      withLink({ en: 'Home', fr: 'Accueil' }, patient('/pharmacy/*')),
      /"navigation\[0\]\.path" must lie on one of its routes/,
    ],
    ['a link in one language', withLink({ en: 'Home' }), /"navigation\[0\]\.label\.fr" is missing/],
  ];
  for (const [what, change, said] of cases)
    it(`of a remote is refused with ${what}`, () => assert.throws(() => parse(change), said));

  it('of a shell is refused with an invalid hash', () => {
    const shell = { version: '1.0.0', initial: ['main.js'], files: { 'main.js': 'md5-1' } };
    assert.throws(() => parseShellManifest(JSON.stringify(shell), 'shell.json'), /"files\.main\.js" must be a hash/);
  });
});
