import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  emptyRegistry,
  formatRegistry,
  isDevVersion,
  parseRegistry,
  publish,
  publishShell,
  remoteIn,
  rollback,
} from './registry.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;
const at = (version: string) => ({ manifest: `/remotes/surveys/${version}/remote.json`, integrity: INTEGRITY });
const withVersions = (...versions: string[]) =>
  versions.reduce((registry, version) => publish(registry, 'surveys', version, at(version)), emptyRegistry());

describe('publish', () => {
  it('makes a version active and remembers the one before', () => {
    const registry = withVersions('1.0.0', '1.1.0');
    assert.equal(registry.revision, 2);
    assert.deepEqual(registry.remotes.surveys, {
      active: '1.1.0',
      previous: '1.0.0',
      versions: { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0') },
    });
  });

  it('gives the very same registry when the version is active already', () => {
    const registry = withVersions('1.0.0');
    assert.equal(publish(registry, 'surveys', '1.0.0', at('1.0.0')), registry);
    assert.equal(publishShell(publishShell(registry, '2.0.0'), '2.0.0').revision, 2);
  });

  it('activates an older version again', () => {
    const registry = publish(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', '1.0.0', at('1.0.0'));
    assert.equal(registry.remotes.surveys?.active, '1.0.0');
    assert.equal(registry.remotes.surveys?.previous, '1.2.0');
  });

  it('keeps the way back when the active version is published anew', () => {
    const moved = { manifest: '/remotes/surveys/1.1.0/other.json', integrity: INTEGRITY };
    const registry = publish(withVersions('1.0.0', '1.1.0'), 'surveys', '1.1.0', moved);
    assert.equal(registry.remotes.surveys?.previous, '1.0.0');
    assert.deepEqual(registry.remotes.surveys?.versions['1.1.0'], moved);
  });

  it('leaves the other remotes and the origins alone', () => {
    const before = { ...withVersions('1.0.0'), origins: ['self', 'https://remotes.example.org'] };
    const after = publish(before, 'records', '3.0.0', at('3.0.0'));
    assert.equal(after.remotes.surveys, before.remotes.surveys);
    assert.deepEqual(after.origins, before.origins);
  });

  it('forgets dev versions that are no longer in use', () => {
    assert.ok(isDevVersion('1.0.0-dev.12'));
    assert.ok(!isDevVersion('1.0.0-de0123ab'));
    const registry = withVersions('1.0.0', '1.0.0-dev.1', '1.0.0-dev.2', '1.0.0-dev.3');
    assert.deepEqual(Object.keys(registry.remotes.surveys?.versions ?? {}), ['1.0.0', '1.0.0-dev.3']);
  });

  it('keeps the version before the development as the previous one, whatever was built and published since', () => {
    const before = withVersions('1.0.0', '1.1.0', '1.1.0-dev.1', '1.1.0-dev.2');
    assert.equal(before.remotes.surveys?.previous, '1.1.0');
    const published = publish(before, 'surveys', '1.2.0', at('1.2.0'));
    assert.equal(published.remotes.surveys?.previous, '1.1.0');
    const again = publish(before, 'surveys', '1.1.0', at('1.1.0'));
    assert.equal(again.remotes.surveys?.active, '1.1.0');
    assert.equal(again.remotes.surveys?.previous, undefined);
  });
});

describe('rollback', () => {
  it('exchanges active and previous, so that a second one takes the first back', () => {
    const once = rollback(withVersions('1.0.0', '1.1.0'), 'surveys');
    assert.equal(once.remotes.surveys?.active, '1.0.0');
    assert.equal(once.remotes.surveys?.previous, '1.1.0');
    assert.equal(once.revision, 3);
    assert.equal(rollback(once, 'surveys').remotes.surveys?.active, '1.1.0');
  });

  it('never leaves a development build to come back to', () => {
    const { surveys } = rollback(withVersions('1.0.0', '1.0.0-dev.1'), 'surveys').remotes;
    assert.equal(surveys?.active, '1.0.0');
    assert.equal(surveys?.previous, undefined);
  });

  it('works for the shell', () => {
    const shell = rollback(publishShell(publishShell(emptyRegistry(), '1.0.0'), '1.1.0'), 'shell').shell;
    assert.deepEqual(shell, { active: '1.0.0', previous: '1.1.0' });
  });

  it('says so when there is nothing to go back to', () => {
    assert.throws(
      () => rollback(withVersions('1.0.0'), 'surveys'),
      /nothing to roll back to.*only one version, 1\.0\.0/,
    );
    for (const name of ['records', 'constructor', 'shell']) {
      assert.throws(() => rollback(emptyRegistry(), name), new RegExp(`${name} has never been published`));
    }
  });
});

describe('parseRegistry', () => {
  const good = withVersions('1.0.0', '1.1.0');
  const parse = (value: unknown) => parseRegistry(JSON.stringify(value), 'deploy/registry.json');

  it('reads what formatRegistry wrote', () => {
    const registry = publishShell({ ...good, origins: ['self', 'https://remotes.example.org'] }, '1.0.0');
    assert.deepEqual(parseRegistry(formatRegistry(registry), 'file'), registry);
  });

  it('takes a remote from a listed origin only', () => {
    const elsewhere = { manifest: 'https://remotes.example.org/s/remote.json', integrity: INTEGRITY };
    const registry = publish(good, 'surveys', '2.0.0', elsewhere);
    assert.throws(() => parse(registry), /"remotes\.surveys\.versions\.2\.0\.0\.manifest" must be/);
    assert.ok(parse({ ...registry, origins: ['self', 'https://remotes.example.org'] }));
  });

  it('is not fooled by a name that every object has', () => {
    assert.equal(remoteIn(good, 'constructor'), undefined);
  });

  const surveys = good.remotes.surveys;
  const cases: [string, unknown, RegExp][] = [
    ['no object', [], /deploy\/registry\.json must hold a JSON object/],
    [
      'nothing in it',
      {},
      /deploy\/registry\.json: "schema" is missing; "revision" is missing; "origins" is missing; "remotes" is missing/,
    ],
    ['another schema', { ...good, schema: 2 }, /"schema" must be 1/],
    ['a revision that is no count', { ...good, revision: -1 }, /"revision" must be a whole number/],
    [
      'an origin with a path',
      { ...good, origins: ['https://a.example/x'] },
      /"origins\[0\]" must be "self" or an origin/,
    ],
    ['an origin that is no web address', { ...good, origins: ['javascript:alert(1)'] }, /"origins\[0\]"/],
    [
      'a protocol-relative manifest',
      publish(good, 'surveys', '2.0.0', { manifest: '//evil.example/x', integrity: INTEGRITY }),
      /2\.0\.0\.manifest/,
    ],
    [
      'an active version that is not there',
      { ...good, remotes: { surveys: { ...surveys, active: '9.0.0' } } },
      /"remotes\.surveys\.active" must be one of its versions/,
    ],
    [
      'a previous version that is not there',
      { ...good, remotes: { surveys: { ...surveys, previous: '9.0.0' } } },
      /"remotes\.surveys\.previous" must be one of its versions/,
    ],
    [
      'a hash that is none',
      {
        ...good,
        remotes: { surveys: { active: '1.0.0', versions: { '1.0.0': { manifest: '/x', integrity: 'md5-1' } } } },
      },
      /"remotes\.surveys\.versions\.1\.0\.0\.integrity" must be a hash/,
    ],
    [
      'a hash that is gone',
      { ...good, remotes: { surveys: { active: '1.0.0', versions: { '1.0.0': { manifest: '/x' } } } } },
      /"remotes\.surveys\.versions\.1\.0\.0\.integrity" is missing/,
    ],
    [
      'a name that climbs',
      { ...good, remotes: { '../x': surveys } },
      /"remotes\.\.\.\/x" must be named by a name in small letters/,
    ],
    [
      'a version that climbs',
      { ...good, remotes: { surveys: { active: '1.0.0', versions: { '../../etc': at('1.0.0') } } } },
      /must be named by a version like 1\.2\.3/,
    ],
    ['a broken shell', { ...good, shell: { active: 7 } }, /"shell\.active" must be a version/],
  ];
  for (const [what, value, message] of cases) {
    it(`names file and field: ${what}`, () => {
      assert.throws(() => parse(value), message);
    });
  }

  it('names the file that is not JSON', () => {
    assert.throws(
      () => parseRegistry('{"schema": 1,', 'deploy/registry.json'),
      /^PlainError: deploy\/registry\.json is not JSON: /,
    );
  });
});
