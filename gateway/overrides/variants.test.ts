import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Registry } from 'shared-ui/contract';
import { carryOut } from '../publish/order.ts';
import { readRegistry } from '../registry/registry.ts';
import { registryIn, startPublished } from '../testing/fixtures.ts';
import { cohortOf, registryFor } from './browser.ts';

const ALL = Array.from({ length: 10_000 }, (_, cohort) => cohort);
/** Cohorts for which pages are read as well: every 40th, and those next to a share's end. */
const ON_PAGES = new Set([...ALL.filter((cohort) => cohort % 40 === 0), 999, 1000, 4999, 5000, 9999]);

/** Starts a gateway with the next version of surveys on trial, at 10 %. */
async function withCanary(test: TestContext) {
  const published = await startPublished(test, { trustedProxies: ['loopback'] });
  await published.publish({ version: '1.1.0' }, { share: 10 });
  const ask = (url: string, cohort?: number | string, headers: Record<string, string> = {}) =>
    published.open(url, { ...(cohort === undefined ? {} : { cookie: `lodestar-cohort=${cohort}` }), ...headers });
  return { ...published, ask };
}

describe('a canary', () => {
  it('at 10 % reaches the 1,000 lowest of 10,000 cohorts every time, and all of them at 50 %', async (test) => {
    const { root, ask } = await withCanary(test);
    const versionsIn = ({ remotes }: Registry) => [remotes.surveys?.active, remotes.surveys?.previous];
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
    await carryOut(root, { name: 'surveys', kind: 'share', share: 50 });
    assert.deepEqual(await inside(), ALL.slice(0, 5000));
    await carryOut(root, { name: 'surveys', kind: 'rollback' });
    assert.ok(!(await ask('/', 0)).body.includes('"active":"1.1.0"'), 'it has ended');
    test.diagnostic(`canary: ${first.length} of 10,000 cohorts at 10 %, all of them at 50 %`);
  });

  it('reaches new browsers whose cohort is in its share, which get a cookie once and keep their version', async (test) => {
    const { ask } = await withCanary(test);
    for (let browser = 0; browser < 200; browser++) {
      const { headers, body } = await ask('/');
      const cookie = /^lodestar-cohort=(\d+); Path=\/; Max-Age=31536000;/.exec(`${headers['set-cookie']}`);
      assert.equal(body.includes('1.1.0'), Number(cookie?.[1]) < 1000);
      const again = await ask('/', cookie?.[1]);
      assert.deepEqual([again.body, again.headers['set-cookie']], [body, undefined]);
    }
    assert.match(String((await ask('/', '99999')).headers['set-cookie']), /^lodestar-cohort=\d{1,4};/);
    const https = await ask('/', undefined, { 'x-forwarded-proto': 'https' });
    assert.match(String(https.headers['set-cookie']), /; Secure$/);
    for (const url of ['/registry.json', '/config.json', '/remotes/surveys/1.1.0/remote.json', '/brand/logo.svg'])
      assert.equal((await ask(url)).headers['set-cookie'], undefined, url);
  });

  it('appears only in the registry of its share, and caches never mix the variants up', async (test) => {
    const { ask } = await withCanary(test);
    const surveys = async (cohort?: number) => (await ask('/registry.json', cohort)).json().remotes.surveys;
    const { canary, active } = await surveys();
    assert.deepEqual([canary, active], [{ version: '1.1.0', share: 10 }, '1.0.0']);
    assert.deepEqual(Object.keys((await surveys(1000)).versions), ['1.0.0']);
    const own = await surveys(999);
    assert.deepEqual([own.active, own.previous, own.canary], ['1.1.0', '1.0.0', undefined]);
    assert.deepEqual(own, registryIn((await ask('/', 999)).body).remotes.surveys);
    for (const [url, vary] of [
      ['/', 'Accept-Encoding, Cookie, Accept-Language'],
      ['/registry.json', 'Accept-Encoding, Cookie'],
    ] as const) {
      const [inside, outside] = [await ask(url, 999), await ask(url, 1000)];
      for (const { headers } of [inside, outside])
        assert.deepEqual([headers['cache-control'], headers.vary], ['private, no-cache', vary]);
      assert.notEqual(inside.headers.etag, outside.headers.etag);
      const known = { 'if-none-match': String(inside.headers.etag) };
      assert.equal((await ask(url, 5, known)).statusCode, 304);
      assert.equal((await ask(url, 1000, known)).statusCode, 200);
    }
  });
});

it('the registry for a browser has each canary by its own share, in one object per combination', () => {
  const trial = (active: string, version: string, share: number) => {
    const published = { manifest: '/remote.json', integrity: 'sha384-a' };
    return { active, canary: { version, share }, versions: { [active]: published, [version]: published } };
  };
  const remotes = { one: trial('1.0.0', '1.1.0', 20), two: trial('2.0.0', '2.1.0', 5) };
  const registry: Registry = { schema: 2, revision: 1, origins: ['self'], remotes };
  assert.equal(new Set(ALL.map((cohort) => registryFor(registry, { cohort }))).size, 3);
  assert.equal(registryFor(registry, { cohort: undefined }), registry);
  const active = (cohort: number) => Object.values(registryFor(registry, { cohort }).remotes).map((one) => one.active);
  assert.deepEqual([499, 500, 1999, 2000].map(active), [
    ['1.1.0', '2.1.0'],
    ['1.1.0', '2.0.0'],
    ['1.1.0', '2.0.0'],
    ['1.0.0', '2.0.0'],
  ]);
});
