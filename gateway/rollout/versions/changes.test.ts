import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { emptyRegistry, isDevVersion } from '../../registry/registry.ts';
import { activate, promote, type RegistryChange, revoke, rollBack, share, takeBack } from '../versions/changes.ts';
import { NOTHING_KNOWN, type VersionHealth } from '../versions/entry.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;
const at = (version: string) => ({ manifest: `/remotes/surveys/${version}/remote.json`, integrity: INTEGRITY });

/** Returns the registry after a change; the same object if nothing changed. */
const after = (before: Registry, done: RegistryChange): Registry => done?.registry ?? before;

/** Publishes a version of surveys. */
const published = (registry: Registry, version: string, health = NOTHING_KNOWN, as: PublishedVersion = at(version)) =>
  after(registry, activate(registry, 'surveys', version, health, { published: as }));
const shellPublished = (registry: Registry, version: string) =>
  after(registry, activate(registry, 'shell', version, NOTHING_KNOWN));
const rolledBack = (registry: Registry, health = NOTHING_KNOWN, name = 'surveys') =>
  after(registry, rollBack(registry, name, health));
const onTrial = (registry: Registry, version: string) =>
  after(registry, share(registry, 'surveys', 10, { version, published: at(version) }));
const revoked = (registry: Registry, version: string, health = NOTHING_KNOWN) =>
  after(registry, revoke(registry, 'surveys', version, health));
const withVersions = (...versions: string[]) =>
  versions.reduce((registry, version) => published(registry, version), emptyRegistry());

/** Returns the versions of surveys that are active, previous and on trial; "-" for none. */
const roles = ({ remotes: { surveys } }: Registry) =>
  `${surveys?.active ?? '-'} ${surveys?.previous ?? '-'} ${surveys?.canary?.version ?? '-'}`;

/** Returns a version health: verdicts by version, activations (latest first), and versions that were given up. */
const knowing = (
  verdicts: Record<string, 'healthy' | 'failing'>,
  order: string[] = ['1.2.0', '1.1.0', '1.0.0'],
  givenUp: string[] = [],
): VersionHealth => ({
  order,
  givenUp: new Set(givenUp),
  verdict: (version) => verdicts[version] ?? 'unknown',
});

const [one, two, three] = [['1.0.0'], ['1.0.0', '1.1.0'], ['1.0.0', '1.1.0', '1.2.0']].map((all) =>
  withVersions(...all),
) as [Registry, Registry, Registry];
const trial = onTrial(one, '1.1.0');
const [OK, BAD] = ['healthy', 'failing'] as const;
const BOTH_BAD = knowing({ '1.0.0': OK, '1.1.0': BAD, '1.2.0': BAD });

describe('the active, previous and canary version', () => {
  const cases: [what: string, registry: Registry, expected: string][] = [
    ['after a publication', two, '1.1.0 1.0.0 -'],
    ['after an earlier version is published again', published(three, '1.0.0'), '1.0.0 1.2.0 -'],
    ['during a development', withVersions('1.0.0', '1.1.0', '1.1.0-dev.1', '1.1.0-dev.2'), '1.1.0-dev.2 1.1.0 -'],
    ['after a version is published during one', withVersions('1.1.0', '1.1.0-dev.1', '1.2.0'), '1.2.0 1.1.0 -'],
    ['after the version before is published again', withVersions('1.1.0', '1.1.0-dev.1', '1.1.0'), '1.1.0 - -'],
    ['after a rollback, which never keeps the version that it left', rolledBack(two), '1.0.0 - -'],
    ['after a rollback ended a trial', rolledBack(onTrial(two, '1.2.0')), '1.1.0 1.0.0 -'],
    ['after a rollback of a development', rolledBack(withVersions('1.0.0', '1.0.0-dev.1')), '1.0.0 - -'],
    ['after a rollback past two bad versions', rolledBack(three, BOTH_BAD), '1.0.0 - -'],
    ['during a trial', trial, '1.0.0 - 1.1.0'],
    ['after a promotion', after(trial, promote(trial, 'surveys', NOTHING_KNOWN)), '1.1.0 1.0.0 -'],
    ['after another version than the one on trial is published', published(trial, '1.2.0'), '1.2.0 1.0.0 -'],
    ['after the active one is revoked', revoked(onTrial(two, '1.2.0'), '1.1.0'), '1.0.0 - 1.2.0'],
    ['after the previous one is revoked', revoked(onTrial(two, '1.2.0'), '1.0.0'), '1.1.0 - 1.2.0'],
    ['after the one on trial is revoked', revoked(onTrial(two, '1.2.0'), '1.2.0'), '1.1.0 1.0.0 -'],
    [
      'after the active one is revoked beside a healthy one',
      revoked(three, '1.2.0', knowing({ '1.0.0': OK })),
      '1.0.0 1.1.0 -',
    ],
    ['after another one is published', published(revoked(two, '1.1.0'), '1.2.0'), '1.2.0 1.0.0 -'],
  ];
  for (const [what, registry, expected] of cases)
    it(`${what}: ${expected}`, () => assert.equal(roles(registry), expected));

  const fallbacks: [what: string, health: VersionHealth, version: string][] = [
    ['the one before if nothing is known of any', knowing({}), '1.2.0'],
    ['the last that is healthy', knowing({ '1.0.0': OK, '1.1.0': OK }), '1.1.0'],
    ['the last healthy one by activation', knowing({ '1.0.0': OK, '1.1.0': OK }, ['1.2.0', '1.0.0']), '1.0.0'],
    ['none that fails', knowing({ '1.2.0': BAD }), '1.1.0'],
    ['none that was given up', knowing({}, undefined, ['1.2.0', '1.1.0']), '1.0.0'],
    ['none at all if every one fails', knowing({ '1.0.0': BAD, '1.1.0': BAD, '1.2.0': BAD }), '-'],
  ];
  for (const [what, health, version] of fallbacks)
    it(`the version to fall back to is ${what}`, () =>
      assert.equal(roles(published(three, '1.3.0', health)), `1.3.0 ${version} -`));

  it('the version to fall back to is never one that was on trial but not active', () => {
    const health = knowing({ '1.1.0': OK }, ['1.0.0']);
    assert.equal(roles(published(rolledBack(trial), '1.2.0', health)), '1.2.0 1.0.0 -');
  });
});

describe('a change of the registry', () => {
  it('lists the version, raises the revision, and leaves the other remotes and the origins unchanged', () => {
    const versions = { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0') };
    for (const { revision, remotes } of [two, trial])
      assert.deepEqual([revision, remotes.surveys?.versions], [2, versions]);
    const before = { ...one, origins: ['self', 'https://remotes.example.org'] };
    const next = after(before, activate(before, 'records', '3.0.0', NOTHING_KNOWN, { published: at('3.0.0') }));
    assert.equal(next.remotes.surveys, before.remotes.surveys);
    assert.deepEqual(next.origins, before.origins);
  });

  it('is none when the version is already active, and moves the version when only its manifest differs', () => {
    assert.equal(published(one, '1.0.0'), one);
    assert.equal(shellPublished(shellPublished(one, '2.0.0'), '2.0.0').revision, 2);
    const moved = { manifest: '/remotes/surveys/1.1.0/other.json', integrity: INTEGRITY };
    const registry = published(two, '1.1.0', NOTHING_KNOWN, moved);
    assert.equal(roles(registry), '1.1.0 1.0.0 -');
    assert.deepEqual(registry.remotes.surveys?.versions['1.1.0'], moved);
  });

  it('drops dev versions that are no longer in use', () => {
    assert.ok(isDevVersion('1.0.0-dev.12') && !isDevVersion('1.0.0-de0123ab'));
    const { surveys } = withVersions('1.0.0', '1.0.0-dev.1', '1.0.0-dev.2', '1.0.0-dev.3').remotes;
    assert.deepEqual(Object.keys(surveys?.versions ?? {}), ['1.0.0', '1.0.0-dev.3']);
  });

  it('works for the shell, which has no versions in the registry', () => {
    const shells = ['1.0.0', '1.1.0'].reduce(shellPublished, emptyRegistry());
    assert.deepEqual(rolledBack(shells, NOTHING_KNOWN, 'shell').shell, { active: '1.0.0' });
  });

  it('gives a trial another share', () => {
    const grown = after(trial, share(trial, 'surveys', 50));
    assert.deepEqual(grown.remotes.surveys?.canary, { version: '1.1.0', share: 50 });
    assert.equal(share(grown, 'surveys', 50), undefined);
  });

  it('takes back a failing version: on trial, or active with a healthy one to return to', () => {
    const ended = takeBack(trial, 'surveys', '1.1.0', NOTHING_KNOWN);
    assert.deepEqual(ended?.act, { what: 'taken back', version: '1.1.0', from: '1.1.0' });
    assert.equal(roles(after(trial, ended)), '1.0.0 - -');
    const done = takeBack(three, 'surveys', '1.2.0', knowing({ '1.0.0': OK, '1.1.0': BAD }));
    assert.deepEqual(done?.act, { what: 'taken back', version: '1.0.0', active: '1.0.0', from: '1.2.0' });
    assert.equal(roles(after(three, done)), '1.0.0 - -');
    for (const registry of [two, one, emptyRegistry()])
      assert.equal(takeBack(registry, 'surveys', '1.0.0', NOTHING_KNOWN), undefined);
  });

  it('removes a revoked version for good', () => {
    const registry = revoked(two, '1.1.0');
    assert.deepEqual(registry.remotes.surveys?.revoked, ['1.1.0']);
    assert.ok(!Object.hasOwn(registry.remotes.surveys?.versions ?? {}, '1.1.0'));
    assert.equal(revoke(registry, 'surveys', '1.1.0', NOTHING_KNOWN), undefined);
    assert.deepEqual(published(registry, '1.2.0').remotes.surveys?.revoked, ['1.1.0']);
  });

  it('removes the origin of a revoked version, unless another version comes from there', () => {
    const from = (registry: Registry, version: string, host: string) =>
      published(registry, version, NOTHING_KNOWN, {
        ...at(version),
        manifest: `https://${host}/${version}/remote.json`,
      });
    const origins = ['self', 'https://a.example', 'https://b.example', 'https://later.example'];
    const last = from(from({ ...one, origins }, '2.0.0', 'a.example'), '2.1.0', 'b.example');
    assert.deepEqual(revoked(last, '2.1.0').origins, ['self', 'https://a.example', 'https://later.example']);
    assert.deepEqual(revoked(from(last, '2.2.0', 'b.example'), '2.1.0').origins, origins);
  });

  const withRevoked = revoked(two, '1.1.0');
  const isRevoked = /surveys 1\.1\.0 was revoked, and its number can't be used again/;
  const refusals: [what: string, change: () => unknown, message: RegExp][] = [
    [
      'a rollback to a version that was given up',
      () => rolledBack(rolledBack(two), knowing({}, [], ['1.1.0'])),
      /nothing to roll back to: the other versions of surveys are failing or were given up/,
    ],
    ['a rollback of the only version', () => rolledBack(one), /nothing to roll back to.*only one version, 1\.0\.0/],
    ...['records', 'constructor', 'shell'].map((name): [string, () => unknown, RegExp] => [
      `a rollback of ${name}, which is not published`,
      () => rolledBack(emptyRegistry(), NOTHING_KNOWN, name),
      new RegExp(`${name} has never been published`),
    ]),
    ['a trial if nothing is active', () => onTrial(emptyRegistry(), '1.0.0'), /no version for the other browsers yet/],
    ['a trial of the active version', () => onTrial(trial, '1.0.0'), /active for everyone already/],
    ['a trial of a development build', () => onTrial(trial, '1.1.0-dev.1'), /development build/],
    ['a trial of the shell', () => share(trial, 'shell', 10, { version: '2.0.0' }), /shell is for everyone/],
    ['a share of nothing', () => share(one, 'surveys', 10), /no version on trial whose share/],
    [
      'a promotion of nothing',
      () => promote(one, 'surveys', NOTHING_KNOWN),
      /no version on trial that could be promoted/,
    ],
    ['a revoked version', () => published(withRevoked, '1.1.0'), isRevoked],
    ['a trial of a revoked version', () => onTrial(withRevoked, '1.1.0'), isRevoked],
    ['to revoke the only version', () => revoked(one, '1.0.0'), /can't be revoked: no other version .* known to work/],
    ['to revoke an unknown version', () => revoked(one, '9.0.0'), /surveys has no version 9\.0\.0/],
    ['to revoke without versions', () => revoked(emptyRegistry(), '1.0.0'), /surveys has never been published/],
    ['to revoke the shell', () => revoke(emptyRegistry(), 'shell', '1.0.0', NOTHING_KNOWN), /shell can't be revoked/],
  ];
  for (const [what, change, message] of refusals) it(`refuses ${what}`, () => assert.throws(change, message));
});
