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
    assert.deepEqual(registry.remotes.surveys, {
      active: '1.1.0',
      previous: '1.0.0',
      versions: { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0') },
    });
  });

  it('returns the same registry object when the version is already active', () => {
    const registry = withVersions('1.0.0');
    assert.equal(published(registry, 'surveys', '1.0.0', at('1.0.0')), registry);
    assert.equal(shellPublished(shellPublished(registry, '2.0.0'), '2.0.0').revision, 2);
  });

  it('activates an older version again', () => {
    const registry = published(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', '1.0.0', at('1.0.0'));
    assert.equal(registry.remotes.surveys?.active, '1.0.0');
    assert.equal(registry.remotes.surveys?.previous, '1.2.0');
  });

  it('keeps the previous version when the active one is published again', () => {
    const moved = { manifest: '/remotes/surveys/1.1.0/other.json', integrity: INTEGRITY };
    const registry = published(withVersions('1.0.0', '1.1.0'), 'surveys', '1.1.0', moved);
    assert.equal(registry.remotes.surveys?.previous, '1.0.0');
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
    assert.equal(before.remotes.surveys?.previous, '1.1.0');
    const next = published(before, 'surveys', '1.2.0', at('1.2.0'));
    assert.equal(next.remotes.surveys?.previous, '1.1.0');
    const again = published(before, 'surveys', '1.1.0', at('1.1.0'));
    assert.equal(again.remotes.surveys?.active, '1.1.0');
    assert.equal(again.remotes.surveys?.previous, undefined);
  });
});

describe('a rollback', () => {
  it('returns to the previous version, and never to the one it left', () => {
    const once = rolledBack(withVersions('1.0.0', '1.1.0'), 'surveys');
    assert.deepEqual([once.remotes.surveys?.active, once.remotes.surveys?.previous], ['1.0.0', undefined]);
    assert.equal(once.revision, 3);
    const nothing = /nothing to roll back to: the other versions of surveys are failing or were given up/;
    assert.throws(() => rolledBack(once, 'surveys', { ...NOTHING_KNOWN, givenUp: new Set(['1.1.0']) }), nothing);
  });

  it('ends a trial first, and leaves the active version unchanged', () => {
    const trial = onTrial(withVersions('1.0.0', '1.1.0'), '1.2.0', 10);
    const { surveys } = rolledBack(trial, 'surveys').remotes;
    assert.deepEqual([surveys?.active, surveys?.previous, surveys?.canary], ['1.1.0', '1.0.0', undefined]);
  });

  it('never keeps a development build as the previous version', () => {
    const { surveys } = rolledBack(withVersions('1.0.0', '1.0.0-dev.1'), 'surveys').remotes;
    assert.equal(surveys?.active, '1.0.0');
    assert.equal(surveys?.previous, undefined);
  });

  it('works for the shell', () => {
    const shell = rolledBack(shellPublished(shellPublished(emptyRegistry(), '1.0.0'), '1.1.0'), 'shell').shell;
    assert.deepEqual(shell, { active: '1.0.0' });
  });

  it('is refused when there is no version to return to', () => {
    assert.throws(
      () => rolledBack(withVersions('1.0.0'), 'surveys'),
      /nothing to roll back to.*only one version, 1\.0\.0/,
    );
    for (const name of ['records', 'constructor', 'shell']) {
      assert.throws(() => rolledBack(emptyRegistry(), name), new RegExp(`${name} has never been published`));
    }
  });
});

describe('the version to fall back to', () => {
  const publishedAs = (health: VersionHealth) =>
    published(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', '1.3.0', at('1.3.0'), health).remotes.surveys
      ?.previous;
  const order = ['1.2.0', '1.1.0', '1.0.0'];
  const cases: [string, VersionHealth, string | undefined][] = [
    ['the one before where nothing is known of any', knowing({}, order), '1.2.0'],
    ['the last that is healthy', knowing({ '1.0.0': 'healthy', '1.1.0': 'healthy' }, order), '1.1.0'],
    [
      'the last healthy one by activation, not by number',
      knowing({ '1.0.0': 'healthy', '1.1.0': 'healthy' }, ['1.2.0', '1.0.0', '1.1.0']),
      '1.0.0',
    ],
    ['none that fails', knowing({ '1.2.0': 'failing' }, order), '1.1.0'],
    ['none that was given up', knowing({}, order, ['1.2.0', '1.1.0']), '1.0.0'],
    [
      'none at all where every one fails',
      knowing({ '1.0.0': 'failing', '1.1.0': 'failing', '1.2.0': 'failing' }, order),
      undefined,
    ],
  ];
  for (const [what, health, version] of cases) {
    it(`is ${what}`, () => assert.equal(publishedAs(health), version));
  }

  it('is the last healthy one after two bad versions in a row', () => {
    const health = knowing({ '1.0.0': 'healthy', '1.1.0': 'failing', '1.2.0': 'failing' }, order);
    assert.equal(
      rolledBack(withVersions('1.0.0', '1.1.0', '1.2.0'), 'surveys', health).remotes.surveys?.active,
      '1.0.0',
    );
  });

  it('is never a version that was on trial but not active', () => {
    const tried = rolledBack(onTrial(withVersions('1.0.0'), '1.1.0', 10), 'surveys');
    assert.equal(
      published(tried, 'surveys', '1.2.0', at('1.2.0'), knowing({ '1.1.0': 'healthy' }, ['1.0.0'])).remotes.surveys
        ?.previous,
      '1.0.0',
    );
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
    const { surveys } = after(trial, promote(trial, 'surveys', NOTHING_KNOWN)).remotes;
    assert.deepEqual([surveys?.active, surveys?.previous, surveys?.canary], ['1.1.0', '1.0.0', undefined]);
  });

  it('ends when another version becomes active', () => {
    const { surveys } = published(trial, 'surveys', '1.2.0', at('1.2.0')).remotes;
    assert.deepEqual([surveys?.active, surveys?.previous, surveys?.canary], ['1.2.0', '1.0.0', undefined]);
  });

  it('is taken back without changing the active version', () => {
    const done = takeBack(trial, 'surveys', '1.1.0', NOTHING_KNOWN);
    assert.deepEqual(done?.act, { what: 'taken back', version: '1.1.0', from: '1.1.0' });
    assert.deepEqual(
      [done?.registry.remotes.surveys?.active, done?.registry.remotes.surveys?.canary],
      ['1.0.0', undefined],
    );
  });

  const refusals: [string, () => RegistryChange, RegExp][] = [
    [
      'where nothing is active',
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
  for (const [what, perform, message] of refusals) {
    it(`is refused ${what}`, () => assert.throws(perform, message));
  }
});

describe('a failing version', () => {
  it('is replaced by the last healthy one', () => {
    const registry = withVersions('1.0.0', '1.1.0', '1.2.0');
    const done = takeBack(
      registry,
      'surveys',
      '1.2.0',
      knowing({ '1.0.0': 'healthy', '1.1.0': 'failing' }, ['1.2.0', '1.1.0', '1.0.0']),
    );
    assert.deepEqual(done?.act, { what: 'taken back', version: '1.0.0', active: '1.0.0', from: '1.2.0' });
    assert.deepEqual(
      [done?.registry.remotes.surveys?.active, done?.registry.remotes.surveys?.previous],
      ['1.0.0', undefined],
    );
  });

  it('stays when it is no longer active, or when there is no replacement', () => {
    assert.equal(takeBack(withVersions('1.0.0', '1.1.0'), 'surveys', '1.0.0', NOTHING_KNOWN), undefined);
    assert.equal(takeBack(withVersions('1.0.0'), 'surveys', '1.0.0', NOTHING_KNOWN), undefined);
    assert.equal(takeBack(emptyRegistry(), 'surveys', '1.0.0', NOTHING_KNOWN), undefined);
  });
});

describe('a revoked version', () => {
  it('is removed from every role: active, previous and canary', () => {
    const three = onTrial(withVersions('1.0.0', '1.1.0'), '1.2.0', 10);
    const surveysWithout = (version: string) => revoked(three, version).remotes.surveys;
    const listed = {
      active: surveysWithout('1.1.0'),
      previous: surveysWithout('1.0.0'),
      canary: surveysWithout('1.2.0'),
    };
    assert.deepEqual(
      [listed.active?.active, listed.active?.previous, listed.active?.canary?.version],
      ['1.0.0', undefined, '1.2.0'],
    );
    assert.deepEqual(
      [listed.previous?.active, listed.previous?.previous, listed.previous?.canary?.version],
      ['1.1.0', undefined, '1.2.0'],
    );
    assert.deepEqual(
      [listed.canary?.active, listed.canary?.previous, listed.canary?.canary],
      ['1.1.0', '1.0.0', undefined],
    );
    for (const [which, version] of [
      ['active', '1.1.0'],
      ['previous', '1.0.0'],
      ['canary', '1.2.0'],
    ] as const) {
      assert.deepEqual(listed[which]?.revoked, [version]);
      assert.ok(!Object.hasOwn(listed[which]?.versions ?? {}, version));
    }
  });

  it('is replaced by the last healthy one if it was active', () => {
    const registry = withVersions('1.0.0', '1.1.0', '1.2.0');
    const health = knowing({ '1.0.0': 'healthy' }, ['1.2.0', '1.1.0', '1.0.0']);
    assert.equal(revoked(registry, '1.2.0', health).remotes.surveys?.active, '1.0.0');
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
    const from = (version: string, host: string) => ({
      ...at(version),
      manifest: `https://${host}/${version}/remote.json`,
    });
    const origins = ['self', 'https://a.example', 'https://b.example', 'https://later.example'];
    const start = { ...withVersions('1.0.0'), origins };
    const one = published(
      published(start, 'surveys', '2.0.0', from('2.0.0', 'a.example')),
      'surveys',
      '2.1.0',
      from('2.1.0', 'b.example'),
    );
    assert.deepEqual(revoked(one, '2.1.0').origins, ['self', 'https://a.example', 'https://later.example']);
    const both = published(one, 'surveys', '2.2.0', from('2.2.0', 'b.example'));
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
