import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Registry } from 'shared-ui/contract';
import { emptyRegistry, formatRegistry, parseRegistry, remoteIn } from './registry.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;
const at = (version: string) => ({
  manifest: `/remotes/surveys/${version}/remote.json`,
  integrity: INTEGRITY,
  trust: 'sandboxed' as const,
});
const published = (...versions: string[]) => Object.fromEntries(versions.map((version) => [version, at(version)]));

describe('parseRegistry', () => {
  const good: Registry = {
    ...emptyRegistry(),
    revision: 2,
    remotes: { surveys: { active: '1.1.0', previous: '1.0.0', versions: published('1.0.0', '1.1.0') } },
  };
  /** Returns the same registry with one more version. */
  const withVersion = (version: string, manifest: string): Registry => ({
    ...good,
    remotes: {
      surveys: {
        active: version,
        versions: { ...published('1.0.0', '1.1.0'), [version]: { ...at(version), manifest } },
      },
    },
  });
  const parse = (value: unknown) => parseRegistry(JSON.stringify(value), 'deploy/registry.json');

  it('reads the output of formatRegistry', () => {
    const registry = { ...good, origins: ['self', 'https://remotes.example.org'], shell: { active: '1.0.0' } };
    assert.deepEqual(parseRegistry(formatRegistry(registry), 'file'), registry);
  });

  it('treats a version without a trust level as sandboxed', () => {
    const text = formatRegistry(good).replaceAll(/,\s*"trust": "sandboxed"/g, '');
    assert.doesNotMatch(text, /trust/);
    assert.deepEqual(parseRegistry(text, 'file'), good);
  });

  it('reads a file of schema 1, and formats it as schema 2', () => {
    const text = formatRegistry(good).replace('"schema": 2', '"schema": 1').replaceAll('"sandboxed"', '"guest"');
    assert.match(text, /"schema": 1[\s\S]*"trust": "guest"/);
    assert.deepEqual(parseRegistry(text, 'file'), good);
    assert.match(formatRegistry(parseRegistry(text, 'file')), /"schema": 2[\s\S]*"trust": "sandboxed"/);
  });

  it('parseRegistry accepts remotes only from listed origins', () => {
    const registry = withVersion('2.0.0', 'https://remotes.example.org/s/remote.json');
    assert.throws(() => parse(registry), /"remotes\.surveys\.versions\.2\.0\.0\.manifest" must be/);
    assert.ok(parse({ ...registry, origins: ['self', 'https://remotes.example.org'] }));
  });

  it('remoteIn ignores names inherited from Object', () => {
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
    ['another schema', { ...good, schema: 3 }, /"schema" must be one of 1, 2/],
    ['a revision that is no count', { ...good, revision: -1 }, /"revision" must be a whole number/],
    [
      'an origin with a path',
      { ...good, origins: ['https://a.example/x'] },
      /"origins\[0\]" must be "self" or an origin/,
    ],
    ['an origin that is no web address', { ...good, origins: ['javascript:alert(1)'] }, /"origins\[0\]"/],
    ['a protocol-relative manifest', withVersion('2.0.0', '//evil.example/x'), /2\.0\.0\.manifest/],
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
