import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Registry } from 'shared-ui/contract';
import { emptyRegistry, formatRegistry, parseRegistry, remoteIn } from './registry.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const at = (version: string) => ({ manifest: `/remotes/${version}.json`, integrity, trust: 'sandboxed' as const });
const surveys = { active: '1.1.0', previous: '1.0.0', versions: { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0') } };
const good: Registry = { ...emptyRegistry(), revision: 2, remotes: { surveys } };

const listing = (remotes: object) => ({ ...good, remotes });
/** Returns a registry whose surveys have one version. */
const withOne = (version: string, published: object) =>
  listing({ surveys: { active: version, versions: { [version]: published } } });
const elsewhere = withOne('2.0.0', { ...at('2.0.0'), manifest: 'https://remotes.example.org/s/remote.json' });
const parse = (value: unknown) => parseRegistry(JSON.stringify(value), 'deploy/registry.json');

describe('parseRegistry', () => {
  it('reads the output of formatRegistry, versions without a trust level and files of schema 1', () => {
    const registry = { ...good, origins: ['self', 'https://remotes.example.org'], shell: { active: '1.0.0' } };
    assert.deepEqual(parseRegistry(formatRegistry(registry), 'file'), registry);
    const text = formatRegistry(good);
    assert.match(text, /"schema": 2[\s\S]*"trust": "sandboxed"/);
    assert.deepEqual(parseRegistry(text.replaceAll(/,\s*"trust": "sandboxed"/g, ''), 'file'), good);
    const former = text.replace('"schema": 2', '"schema": 1').replaceAll('"sandboxed"', '"guest"');
    assert.deepEqual(parseRegistry(former, 'file'), good);
    const trusted = formatRegistry(good).replaceAll('"sandboxed"', '"trusted"');
    const house = trusted.replace('"schema": 2', '"schema": 1').replaceAll('"trusted"', '"house"');
    assert.equal(formatRegistry(parseRegistry(house, 'file')), trusted);
  });

  it('parseRegistry accepts remotes only from listed origins', () => {
    assert.throws(() => parse(elsewhere), /"remotes\.surveys\.versions\.2\.0\.0\.manifest" must be/);
    assert.ok(parse({ ...elsewhere, origins: ['self', 'https://remotes.example.org'] }));
  });

  it('remoteIn ignores names inherited from Object', () => {
    assert.equal(remoteIn(good, 'constructor'), undefined);
  });

  it('names the file and each invalid field', () => {
    const cases: [value: unknown, message: RegExp][] = [
      [[], /deploy\/registry\.json must hold a JSON object/],
      [{}, /registry\.json: "schema" is missing; "revision" is .*; "origins" is missing; "remotes" is missing/],
      [{ ...good, schema: 3 }, /"schema" must be one of 1, 2/],
      [{ ...good, revision: -1 }, /"revision" must be a whole number/],
      [{ ...good, origins: ['https://a.example/x'] }, /"origins\[0\]" must be "self" or an origin/],
      [{ ...good, origins: ['javascript:alert(1)'] }, /"origins\[0\]"/],
      [withOne('2.0.0', { ...at('2.0.0'), manifest: '//evil.example/x' }), /2\.0\.0\.manifest/],
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
