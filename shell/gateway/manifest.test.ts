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
const parse = (files: object) => () => parseRemoteManifest(JSON.stringify({ ...remote, files }), 'remote.json');

describe('a published manifest', () => {
  it('lists every file with its hash', () => {
    assert.deepEqual(parse(remote.files)().files, remote.files);
  });

  const cases: [string, object, RegExp][] = [
    ['no hash of its entry', { 'chunk.js': HASH }, /"files" must list entry\.js/],
    ['no hash of what is preloaded', { 'entry.js': HASH }, /"files" must list chunk\.js/],
    ['an empty hash', { ...remote.files, 'chunk.js': '' }, /"files\.chunk\.js" must be a hash/],
    ['a weaker hash', { ...remote.files, 'entry.js': 'md5-1' }, /"files\.entry\.js" must be a hash/],
    ['a file that climbs', { ...remote.files, '../x.js': HASH }, /"files\.\.\.\/x\.js" must be/],
  ];
  for (const [what, files, said] of cases) {
    it(`of a remote is refused with ${what}`, () => assert.throws(parse(files), said));
  }

  it('of a remote is refused with no hash of what one of its screens needs', () => {
    const screens = { '/onboarding/login': { preload: ['login.js'], needs: [] } };
    const text = JSON.stringify({ ...remote, screens });
    assert.throws(() => parseRemoteManifest(text, 'remote.json'), /"files" must list login\.js/);
  });

  it('of a remote is refused with a screen that says nothing', () => {
    const text = JSON.stringify({ ...remote, screens: { '/onboarding/login': {} } });
    assert.throws(() => parseRemoteManifest(text, 'remote.json'), /"screens\.\/onboarding\/login\.preload" is missing/);
  });

  it('of a shell is refused with a hash that is none', () => {
    const shell = { version: '1.0.0', initial: ['main.js'], files: { 'main.js': 'md5-1' } };
    assert.throws(() => parseShellManifest(JSON.stringify(shell), 'shell.json'), /"files\.main\.js" must be a hash/);
  });
});
