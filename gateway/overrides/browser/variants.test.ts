import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Registry } from 'shared-ui/contract';
import { performOn } from '../../publish/actions.ts';
import { readRegistry } from '../../registry/registry.ts';
import { registryIn, startPublished } from '../../testing/fixtures.ts';
import { cohortOf } from './cookies.ts';
import { registryFor } from './registry-for.ts';

const ALL = Array.from({ length: 10_000 }, (_, cohort) => cohort);
/** Cohorts for which pages are read as well: every 40th, and those next to a share's end. */
const ON_PAGES = new Set([...ALL.filter((cohort) => cohort % 40 === 0), 999, 1000, 4999, 5000, 9999]);

/** Starts a gateway with the next version of a remote on trial; `give` changes or ends the trial. */
async function withCanary(test: TestContext, share: number, canary = { name: 'surveys', version: '1.1.0' }) {
  const published = await startPublished(test, { trustedProxies: ['loopback'] });
  const { root, publish, open } = published;
  await publish(canary, { share });
  const give = (percent: number | undefined) =>
    percent === undefined
      ? performOn(root, canary.name, { kind: 'rollback' }, {})
      : performOn(root, canary.name, { kind: 'share', share: percent }, {});
  const ask = (url: string, cohort?: number | string, headers: Record<string, string> = {}) =>
    open(url, { ...(cohort === undefined ? {} : { cookie: `lodestar-cohort=${cohort}` }), ...headers });
  return { ...published, give, ask };
}

describe('a canary', () => {
  it('at 10 % reaches the 1,000 lowest of 10,000 cohorts every time, and all of them at 50 %', async (test) => {
    const { root, ask, give } = await withCanary(test, 10);
    const versionsIn = (registry: Registry) => {
      const { active, previous } = registry.remotes.surveys ?? {};
      return [active, previous];
    };
    const inside = async () => {
      const registry = await readRegistry(root);
      const answers: number[] = [];
      for (const cohort of ALL) {
        const browser = { cohort: cohortOf(`lodestar-cohort=${cohort}`, false) };
        const versions = versionsIn(registryFor(registry, browser));
        const isInside = versions[0] === '1.1.0';
        assert.deepEqual(versions, isInside ? ['1.1.0', '1.0.0'] : ['1.0.0', undefined]);
        if (isInside) answers.push(cohort);
        if (!ON_PAGES.has(cohort)) continue;
        const { body } = await ask('/', cohort);
        assert.deepEqual([versionsIn(registryIn(body)), body.includes('1.1.0')], [versions, isInside]);
      }
      return answers;
    };
    const first = await inside();
    assert.deepEqual(first, ALL.slice(0, 1000));
    assert.deepEqual(await inside(), first);
    await give(50);
    assert.deepEqual(await inside(), ALL.slice(0, 5000));
    await give(undefined);
    assert.ok(!(await ask('/', 0)).body.includes('"active":"1.1.0"'), 'it has ended');
    test.diagnostic(`canary: ${first.length} of 10,000 cohorts at 10 %, all of them at 50 %`);
  });

  it('reaches new browsers whose cohort is in its share, and each keeps its version', async (test) => {
    const { ask } = await withCanary(test, 10);
    for (let browser = 0; browser < 200; browser++) {
      const { headers, body } = await ask('/');
      const [, cohort = ''] =
        /^lodestar-cohort=(\d+); Path=\/; Max-Age=31536000;/.exec(`${headers['set-cookie']}`) ?? [];
      assert.equal(body.includes('1.1.0'), Number(cohort) < 1000);
      assert.equal((await ask('/', cohort)).body, body);
    }
  });

  it('sets the cookie once: not for a valid cohort, again for an invalid one', async (test) => {
    const { ask } = await withCanary(test, 10);
    assert.equal((await ask('/', 417)).headers['set-cookie'], undefined);
    assert.match(String((await ask('/', '99999')).headers['set-cookie']), /^lodestar-cohort=\d{1,4};/);
    const https = await ask('/', undefined, { 'x-forwarded-proto': 'https' });
    assert.match(String(https.headers['set-cookie']), /; Secure$/);
    for (const url of ['/registry.json', '/config.json', '/remotes/surveys/1.1.0/remote.json', '/brand/logo.svg'])
      assert.equal((await ask(url)).headers['set-cookie'], undefined, url);
  });

  it('appears only in the registry of its share; without a cookie the registry names it', async (test) => {
    const { ask } = await withCanary(test, 10);
    const surveys = async (cohort?: number) => (await ask('/registry.json', cohort)).json().remotes.surveys;
    assert.deepEqual((await surveys()).canary, { version: '1.1.0', share: 10 });
    assert.equal((await surveys()).active, '1.0.0');
    assert.deepEqual(Object.keys((await surveys(1000)).versions), ['1.0.0']);
    const inside = await surveys(999);
    assert.deepEqual([inside.active, inside.previous, inside.canary], ['1.1.0', '1.0.0', undefined]);
    assert.deepEqual(await surveys(999), registryIn((await ask('/', 999)).body).remotes.surveys);
  });

  it('is never mixed up by caches: private, varying by cookie, one ETag per variant', async (test) => {
    const { ask } = await withCanary(test, 10);
    for (const url of ['/', '/registry.json']) {
      const [inside, outside] = [await ask(url, 999), await ask(url, 1000)];
      for (const { headers } of [inside, outside])
        assert.deepEqual([headers['cache-control'], headers.vary], ['private, no-cache', 'Accept-Encoding, Cookie']);
      assert.notEqual(inside.headers.etag, outside.headers.etag);
      const known = { 'if-none-match': String(inside.headers.etag) };
      assert.equal((await ask(url, 5, known)).statusCode, 304);
      assert.equal((await ask(url, 1000, known)).statusCode, 200);
    }
  });

  it('has its files preloaded only on pages that run it', async (test) => {
    const { ask } = await withCanary(test, 10, { name: 'onboarding', version: '2.0.0' });
    const versions = async (cohort: number) => {
      const { body } = await ask('/onboarding/welcome', cohort);
      const preloads = /id="lodestar-preload">(.*?)<\/script>/.exec(body)?.[1] ?? '';
      return [...preloads.matchAll(/\/remotes\/onboarding\/([^/]+)\//g)].map(([, version]) => version);
    };
    assert.deepEqual(await versions(999), ['2.0.0', '2.0.0', '2.0.0']);
    assert.deepEqual(await versions(1000), ['1.0.0', '1.0.0', '1.0.0']);
  });
});

describe('the registry for a browser', () => {
  const at = (version: string) => ({ manifest: `/remotes/${version}/remote.json`, integrity: 'sha384-a' });
  const trial = (active: string, version: string, share: number) => ({
    active,
    canary: { version, share },
    versions: { [active]: at(active), [version]: at(version) },
  });
  const remotes = { one: trial('1.0.0', '1.1.0', 20), two: trial('2.0.0', '2.1.0', 5) };
  const registry: Registry = { schema: 2, revision: 1, origins: ['self'], remotes };

  it('is the same object for all browsers with the same versions', () => {
    const variants = new Set(ALL.map((cohort) => registryFor(registry, { cohort })));
    assert.equal(variants.size, 3);
    assert.equal(registryFor(registry, { cohort: undefined }), registry);
  });

  it('applies each canary by its own share', () => {
    const active = (cohort: number) =>
      Object.values(registryFor(registry, { cohort }).remotes).map((entry) => entry.active);
    assert.deepEqual(active(499), ['1.1.0', '2.1.0']);
    assert.deepEqual(active(500), ['1.1.0', '2.0.0']);
    assert.deepEqual(active(2000), ['1.0.0', '2.0.0']);
  });
});
