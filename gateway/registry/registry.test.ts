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
  const surveys = good.remotes.surveys;
  const listing = (remotes: object) => ({ ...good, remotes });
  /** Returns a registry whose surveys have one version. */
  const withOne = (version: string, published: object) =>
    listing({ surveys: { active: version, versions: { [version]: published } } });
  /** Returns a registry whose surveys 2.0.0 have this manifest. */
  const withManifest = (manifest: string) => withOne('2.0.0', { ...at('2.0.0'), manifest });
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
    const registry = withManifest('https://remotes.example.org/s/remote.json');
    assert.throws(() => parse(registry), /"remotes\.surveys\.versions\.2\.0\.0\.manifest" must be/);
    assert.ok(parse({ ...registry, origins: ['self', 'https://remotes.example.org'] }));
  });

  it('remoteIn ignores names inherited from Object', () => {
    assert.equal(remoteIn(good, 'constructor'), undefined);
  });

  it('names the file and each invalid field', () => {
    const cases: [value: unknown, message: RegExp][] = [
      [[], /deploy\/registry\.json must hold a JSON object/],
      [
        {},
        /deploy\/registry\.json: "schema" is missing; "revision" is missing; "origins" is missing; "remotes" is missing/,
      ],
      [{ ...good, schema: 3 }, /"schema" must be one of 1, 2/],
      [{ ...good, revision: -1 }, /"revision" must be a whole number/],
      [{ ...good, origins: ['https://a.example/x'] }, /"origins\[0\]" must be "self" or an origin/],
      [{ ...good, origins: ['javascript:alert(1)'] }, /"origins\[0\]"/],
      [withManifest('//evil.example/x'), /2\.0\.0\.manifest/],
      [listing({ surveys: { ...surveys, active: '9.0.0' } }), /"remotes\.surveys\.active" must be one of its versions/],
      [listing({ surveys: { ...surveys, previous: '9.0.0' } }), /"remotes\.surveys\.previous" must be one of its/],
      [withOne('1.0.0', { manifest: '/x', integrity: 'md5-1' }), /versions\.1\.0\.0\.integrity" must be a hash/],
      [withOne('1.0.0', { manifest: '/x' }), /"remotes\.surveys\.versions\.1\.0\.0\.integrity" is missing/],
      [listing({ '../x': surveys }), /"remotes\.\.\.\/x" must be named by a name in small letters/],
      [withOne('../../etc', at('1.0.0')), /must be named by a version like 1\.2\.3/],
      [{ ...good, shell: { active: 7 } }, /"shell\.active" must be a version/],
    ];
    for (const [value, message] of cases) assert.throws(() => parse(value), message);
    const noJson = /^PlainError: deploy\/registry\.json is not JSON: /;
    assert.throws(() => parseRegistry('{"schema": 1,', 'deploy/registry.json'), noJson);
  });
});
