import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { emptyRegistry, isDevVersion } from '../../registry/registry.ts';
import { activate, promote, type RegistryChange, revoke, rollBack, share, takeBack } from './changes.ts';
import { NOTHING_KNOWN, type VersionHealth } from './version-health.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;
const at = (version: string) => ({ manifest: `/remotes/surveys/${version}/remote.json`, integrity: INTEGRITY });

/** Returns the registry after a change; the same object if nothing changed. */
const after = (before: Registry, done: RegistryChange): Registry => done?.registry ?? before;

const published = (registry: Registry, name: string, version: string, as: PublishedVersion, health = NOTHING_KNOWN) =>
  after(registry, activate(registry, name, version, health, { published: as }));
const shellPublished = (registry: Registry, version: string) =>
  after(registry, activate(registry, 'shell', version, NOTHING_KNOWN));
const rolledBack = (registry: Registry, name: string, health = NOTHING_KNOWN) =>
  after(registry, rollBack(registry, name, health));
const onTrial = (registry: Registry, version: string, percent: number) =>
  after(registry, share(registry, 'surveys', percent, { version, published: at(version) }));
const revoked = (registry: Registry, version: string, health = NOTHING_KNOWN) =>
  after(registry, revoke(registry, 'surveys', version, health));
const withVersions = (...versions: string[]) =>
  versions.reduce((registry, version) => published(registry, 'surveys', version, at(version)), emptyRegistry());

/** Returns the versions of surveys that are active, previous and on trial. */
const roles = ({ remotes: { surveys } }: Registry) => [surveys?.active, surveys?.previous, surveys?.canary?.version];

/** Returns a version health: verdicts by version, activations (latest first), and versions that were given up. */
const knowing = (
  verdicts: Record<string, 'healthy' | 'failing'>,
  order: string[] = [],
  givenUp: string[] = [],
): VersionHealth => ({
  order,
  givenUp: new Set(givenUp),
  verdict: (version) => verdicts[version] ?? 'unknown',
});

describe('a publication', () => {
  it('makes a version active and remembers the previous one', () => {
    const registry = withVersions('1.0.0', '1.1.0');
    assert.equal(registry.revision, 2);
    const versions = { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0') };
    assert.deepEqual(registry.remotes.surveys, { active: '1.1.0', previous: '1.0.0', versions });
    const earlier = published(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', '1.0.0', at('1.0.0'));
    assert.deepEqual(roles(earlier), ['1.0.0', '1.2.0', undefined]);
  });

  it('returns the same registry object when the version is already active', () => {
    const registry = withVersions('1.0.0');
    assert.equal(published(registry, 'surveys', '1.0.0', at('1.0.0')), registry);
    assert.equal(shellPublished(shellPublished(registry, '2.0.0'), '2.0.0').revision, 2);
  });

  it('keeps the previous version when the active one is published again', () => {
    const moved = { manifest: '/remotes/surveys/1.1.0/other.json', integrity: INTEGRITY };
    const registry = published(withVersions('1.0.0', '1.1.0'), 'surveys', '1.1.0', moved);
    assert.deepEqual(roles(registry), ['1.1.0', '1.0.0', undefined]);
    assert.deepEqual(registry.remotes.surveys?.versions['1.1.0'], moved);
  });

  it('leaves the other remotes and the origins unchanged', () => {
    const before = { ...withVersions('1.0.0'), origins: ['self', 'https://remotes.example.org'] };
    const after = published(before, 'records', '3.0.0', at('3.0.0'));
    assert.equal(after.remotes.surveys, before.remotes.surveys);
    assert.deepEqual(after.origins, before.origins);
  });

  it('drops dev versions that are no longer in use', () => {
    assert.ok(isDevVersion('1.0.0-dev.12'));
    assert.ok(!isDevVersion('1.0.0-de0123ab'));
    const registry = withVersions('1.0.0', '1.0.0-dev.1', '1.0.0-dev.2', '1.0.0-dev.3');
    assert.deepEqual(Object.keys(registry.remotes.surveys?.versions ?? {}), ['1.0.0', '1.0.0-dev.3']);
  });

  it('keeps the version before the development as the previous one, whatever is built and published meanwhile', () => {
    const before = withVersions('1.0.0', '1.1.0', '1.1.0-dev.1', '1.1.0-dev.2');
    assert.deepEqual(roles(before), ['1.1.0-dev.2', '1.1.0', undefined]);
    assert.deepEqual(roles(published(before, 'surveys', '1.2.0', at('1.2.0'))), ['1.2.0', '1.1.0', undefined]);
    assert.deepEqual(roles(published(before, 'surveys', '1.1.0', at('1.1.0'))), ['1.1.0', undefined, undefined]);
  });
});

describe('a rollback', () => {
  it('returns to the previous version, and never to the one it left', () => {
    const once = rolledBack(withVersions('1.0.0', '1.1.0'), 'surveys');
    assert.deepEqual([...roles(once), once.revision], ['1.0.0', undefined, undefined, 3]);
    const nothing = /nothing to roll back to: the other versions of surveys are failing or were given up/;
    assert.throws(() => rolledBack(once, 'surveys', { ...NOTHING_KNOWN, givenUp: new Set(['1.1.0']) }), nothing);
  });

  it('ends a trial first, and leaves the active version unchanged', () => {
    const trial = onTrial(withVersions('1.0.0', '1.1.0'), '1.2.0', 10);
    assert.deepEqual(roles(rolledBack(trial, 'surveys')), ['1.1.0', '1.0.0', undefined]);
  });

  it('never keeps a development build as the previous version', () => {
    const registry = rolledBack(withVersions('1.0.0', '1.0.0-dev.1'), 'surveys');
    assert.deepEqual(roles(registry), ['1.0.0', undefined, undefined]);
  });

  it('works for the shell', () => {
    const shell = rolledBack(shellPublished(shellPublished(emptyRegistry(), '1.0.0'), '1.1.0'), 'shell').shell;
    assert.deepEqual(shell, { active: '1.0.0' });
  });

  it('is refused when there is no version to return to', () => {
    const only = /nothing to roll back to.*only one version, 1\.0\.0/;
    assert.throws(() => rolledBack(withVersions('1.0.0'), 'surveys'), only);
    for (const name of ['records', 'constructor', 'shell'])
      assert.throws(() => rolledBack(emptyRegistry(), name), new RegExp(`${name} has never been published`));
  });
});

describe('the version to fall back to', () => {
  const publishedAs = (health: VersionHealth) =>
    roles(published(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', '1.3.0', at('1.3.0'), health))[1];
  const order = ['1.2.0', '1.1.0', '1.0.0'];
  const failing = { '1.1.0': 'failing', '1.2.0': 'failing' } as const;
  const healthy = { '1.0.0': 'healthy', '1.1.0': 'healthy' } as const;
  const cases: [string, VersionHealth, string | undefined][] = [
    ['the one before if nothing is known of any', knowing({}, order), '1.2.0'],
    ['the last that is healthy', knowing(healthy, order), '1.1.0'],
    ['the last healthy one by activation, not by number', knowing(healthy, ['1.2.0', '1.0.0', '1.1.0']), '1.0.0'],
    ['none that fails', knowing({ '1.2.0': 'failing' }, order), '1.1.0'],
    ['none that was given up', knowing({}, order, ['1.2.0', '1.1.0']), '1.0.0'],
    ['none at all if every one fails', knowing({ '1.0.0': 'failing', ...failing }, order), undefined],
  ];
  for (const [what, health, version] of cases) it(`is ${what}`, () => assert.equal(publishedAs(health), version));

  it('is the last healthy one after two bad versions in a row', () => {
    const health = knowing({ '1.0.0': 'healthy', ...failing }, order);
    assert.equal(roles(rolledBack(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', health))[0], '1.0.0');
  });

  it('is never a version that was on trial but not active', () => {
    const tried = rolledBack(onTrial(withVersions('1.0.0'), '1.1.0', 10), 'surveys');
    const health = knowing({ '1.1.0': 'healthy' }, ['1.0.0']);
    assert.equal(roles(published(tried, 'surveys', '1.2.0', at('1.2.0'), health))[1], '1.0.0');
  });
});

describe('a trial', () => {
  const trial = onTrial(withVersions('1.0.0'), '1.1.0', 10);

  it('lists its version, leaves the active one unchanged, and accepts another share', () => {
    assert.deepEqual(trial.remotes.surveys, {
      active: '1.0.0',
      canary: { version: '1.1.0', share: 10 },
      versions: { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0') },
    });
    const grown = after(trial, share(trial, 'surveys', 50));
    assert.deepEqual(grown.remotes.surveys?.canary, { version: '1.1.0', share: 50 });
    assert.equal(share(grown, 'surveys', 50), undefined);
  });

  it('becomes active for everyone, with the previous version as its fallback', () => {
    assert.deepEqual(roles(after(trial, promote(trial, 'surveys', NOTHING_KNOWN))), ['1.1.0', '1.0.0', undefined]);
  });

  it('ends when another version becomes active', () => {
    assert.deepEqual(roles(published(trial, 'surveys', '1.2.0', at('1.2.0'))), ['1.2.0', '1.0.0', undefined]);
  });

  it('is taken back without changing the active version', () => {
    const done = takeBack(trial, 'surveys', '1.1.0', NOTHING_KNOWN);
    assert.deepEqual(done?.act, { what: 'taken back', version: '1.1.0', from: '1.1.0' });
    assert.deepEqual(roles(after(trial, done)), ['1.0.0', undefined, undefined]);
  });

  const refusals: [string, () => RegistryChange, RegExp][] = [
    [
      'if nothing is active',
      () => share(emptyRegistry(), 'surveys', 10, { version: '1.0.0', published: at('1.0.0') }),
      /no version for the other browsers yet/,
    ],
    ['of the active version', () => share(trial, 'surveys', 10, { version: '1.0.0' }), /active for everyone already/],
    ['of a development build', () => share(trial, 'surveys', 10, { version: '1.1.0-dev.1' }), /development build/],
    ['of the shell', () => share(trial, 'shell', 10, { version: '2.0.0' }), /shell is for everyone/],
    ['of nothing', () => share(withVersions('1.0.0'), 'surveys', 10), /no version on trial whose share/],
    [
      'that ends before it began',
      () => promote(withVersions('1.0.0'), 'surveys', NOTHING_KNOWN),
      /no version on trial that could be promoted/,
    ],
  ];
  for (const [what, perform, message] of refusals) it(`is refused ${what}`, () => assert.throws(perform, message));
});

describe('a failing version', () => {
  it('is replaced by the last healthy one', () => {
    const health = knowing({ '1.0.0': 'healthy', '1.1.0': 'failing' }, ['1.2.0', '1.1.0', '1.0.0']);
    const registry = withVersions('1.0.0', '1.1.0', '1.2.0');
    const done = takeBack(registry, 'surveys', '1.2.0', health);
    assert.deepEqual(done?.act, { what: 'taken back', version: '1.0.0', active: '1.0.0', from: '1.2.0' });
    assert.deepEqual(roles(after(registry, done)), ['1.0.0', undefined, undefined]);
  });

  it('stays when it is no longer active, or when there is no replacement', () => {
    for (const registry of [withVersions('1.0.0', '1.1.0'), withVersions('1.0.0'), emptyRegistry()])
      assert.equal(takeBack(registry, 'surveys', '1.0.0', NOTHING_KNOWN), undefined);
  });
});

describe('a revoked version', () => {
  it('is removed from every role: active, previous and canary', () => {
    const three = onTrial(withVersions('1.0.0', '1.1.0'), '1.2.0', 10);
    for (const [version, left] of [
      ['1.1.0', ['1.0.0', undefined, '1.2.0']],
      ['1.0.0', ['1.1.0', undefined, '1.2.0']],
      ['1.2.0', ['1.1.0', '1.0.0', undefined]],
    ] as const) {
      const registry = revoked(three, version);
      assert.deepEqual(roles(registry), left);
      assert.deepEqual(registry.remotes.surveys?.revoked, [version]);
      assert.ok(!Object.hasOwn(registry.remotes.surveys?.versions ?? {}, version));
    }
  });

  it('is replaced by the last healthy one if it was active', () => {
    const health = knowing({ '1.0.0': 'healthy' }, ['1.2.0', '1.1.0', '1.0.0']);
    assert.equal(roles(revoked(withVersions('1.0.0', '1.1.0', '1.2.0'), '1.2.0', health))[0], '1.0.0');
  });

  it('can never be published, put on trial or promoted again', () => {
    const registry = revoked(withVersions('1.0.0', '1.1.0'), '1.1.0');
    const message = /surveys 1\.1\.0 was revoked, and its number can't be used again/;
    assert.throws(() => published(registry, 'surveys', '1.1.0', at('1.1.0')), message);
    assert.throws(() => onTrial(registry, '1.1.0', 10), message);
    assert.equal(revoke(registry, 'surveys', '1.1.0', NOTHING_KNOWN), undefined);
    const next = published(registry, 'surveys', '1.2.0', at('1.2.0')).remotes.surveys;
    assert.deepEqual([next?.revoked, next?.previous], [['1.1.0'], '1.0.0']);
  });

  it('removes its origin from the allowed ones, unless another version comes from there', () => {
    const from = (registry: Registry, version: string, host: string) =>
      published(registry, 'surveys', version, { ...at(version), manifest: `https://${host}/${version}/remote.json` });
    const origins = ['self', 'https://a.example', 'https://b.example', 'https://later.example'];
    const start = { ...withVersions('1.0.0'), origins };
    const one = from(from(start, '2.0.0', 'a.example'), '2.1.0', 'b.example');
    assert.deepEqual(revoked(one, '2.1.0').origins, ['self', 'https://a.example', 'https://later.example']);
    const both = from(one, '2.2.0', 'b.example');
    assert.deepEqual(revoked(both, '2.1.0').origins, origins);
  });

  it('is refused for the only working version, an unknown version and the shell', () => {
    const only = /surveys 1\.0\.0 can't be revoked: no other version of it is known to work/;
    assert.throws(() => revoked(withVersions('1.0.0'), '1.0.0'), only);
    assert.throws(() => revoked(withVersions('1.0.0'), '9.0.0'), /surveys has no version 9\.0\.0/);
    assert.throws(() => revoke(emptyRegistry(), 'surveys', '1.0.0', NOTHING_KNOWN), /surveys has never been published/);
    assert.throws(() => revoke(emptyRegistry(), 'shell', '1.0.0', NOTHING_KNOWN), /shell can't be revoked/);
  });
});
