import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type Build, readRemote } from '../publish/publisher.ts';
import { readHistory } from '../registry/history.ts';
import { readRegistry } from '../registry/registry.ts';
import type { Order } from '../rollout/release/order.ts';
import { takeBack } from '../rollout/release/release.ts';
import { signRequest } from '../team-requests/signed-request.ts';
import { startPublished, temporaryFolder, writeRemoteBuild, writeTeams } from '../testing/fixtures.ts';
import { publicHalf, sign, statementOf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { stateOf } from './state.ts';

const VERSION_HEALTH = { order: [], givenUp: [], healthy: [], failing: [] };

async function started(test: TestContext) {
  const keyOf = (team: string): SigningKey => ({ team, privateKey: generateKeyPairSync('ed25519').privateKey });
  const [ward, lab] = [keyOf('ward'), keyOf('lab')];
  const folder = await temporaryFolder(test);
  const teams = Object.fromEntries(
    [ward, lab].map((key) => [
      key.team,
      { publicKey: publicHalf(key.privateKey), remotes: [key === ward ? 'surveys' : 'records'] },
    ]),
  );
  const teamsFile = await writeTeams(folder, teams);
  const { app, root } = await startPublished(test, { teamsFile });
  const post = async (
    key: SigningKey,
    url: string,
    body: Buffer | object,
    change: Record<string, string | undefined> = {},
  ) => {
    const payload = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const headers = {
      ...signRequest(key, 'POST', url, payload),
      'content-type': 'application/octet-stream',
      ...change,
    };
    const answer = await app.inject({ method: 'POST', url, payload, headers });
    return {
      status: answer.statusCode,
      message: answer.body === '' ? '' : answer.json().error?.message,
      body: answer.body,
    };
  };
  const build = async (version: string, content = 'one') => {
    await writeRemoteBuild(join(folder, version + content), { version, content });
    return readRemote(join(folder, version + content));
  };
  const send = async ({ name, version, files }: Build) => {
    for (const [path, content] of files) await post(ward, `/deploy/files/${name}/${version}/${path}`, content);
  };
  const orderFor = async (change: Partial<Order>): Promise<Order> => ({
    id: randomUUID(),
    kind: 'publish',
    name: 'surveys',
    standing: VERSION_HEALTH,
    ...(await stateOf(root)),
    ...change,
  });
  const publication = async ({ version, published, receipt = '' }: Build) =>
    orderFor({ version, integrity: published?.integrity ?? '', receipt });
  return { app, root, ward, lab, keyOf, post, build, send, orderFor, publication };
}

describe('an order', () => {
  it('changes nothing when prepared, and everything when switched to', async (test) => {
    const { root, ward, post, build, send, publication } = await started(test);
    const built = await build('1.1.0');
    await send(built);
    const order = { ...(await publication(built)), why: 'larger buttons' };
    assert.deepEqual(JSON.parse((await post(ward, '/deploy/prepare', order)).body), {
      changed: true,
      revision: 6,
      change: {
        act: { what: 'published', version: '1.1.0', active: '1.1.0' },
        before: '1.0.0',
        after: { active: '1.1.0' },
      },
    });
    assert.equal((await readRegistry(root)).revision, 5);
    assert.deepEqual(JSON.parse((await post(ward, '/deploy/switch', { id: order.id })).body), {
      changed: true,
      revision: 6,
    });
    const { surveys } = (await readRegistry(root)).remotes;
    assert.deepEqual([surveys?.active, surveys?.previous], ['1.1.0', '1.0.0']);
    assert.equal(surveys?.versions['1.1.0']?.integrity, built.published?.integrity);
    const last = (await readHistory(root, 'surveys')).at(-1);
    assert.deepEqual(
      [last?.who, last?.what, last?.version, last?.why],
      ['ward', 'published', '1.1.0', 'larger buttons'],
    );
  });

  it('is refused with the gate’s failed clause, unless it gives a reason, which the history keeps', async (test) => {
    const { root, ward, post, build, send, publication } = await started(test);
    const built = await build('1.1.0');
    await send(built);
    const { receipt: _none, ...order } = await publication(built);
    const refused = await post(ward, '/deploy/prepare', order);
    assert.equal(refused.status, 409);
    assert.match(refused.message, /^no {2}receipt: there is no conformance\.json/m);
    assert.equal((await post(ward, '/deploy/switch', { id: order.id })).status, 409);
    assert.equal((await readRegistry(root)).revision, 5);
    await post(ward, '/deploy/prepare', { ...order, why: 'larger buttons', force: 'the ward waits' });
    assert.equal((await post(ward, '/deploy/switch', { id: order.id })).status, 200);
    const last = (await readHistory(root, 'surveys')).at(-1);
    assert.match(last?.why ?? '', /^larger buttons; forced: the ward waits \(no {2}receipt: /);
  });

  it('blocks a second order until it is switched to or dropped', async (test) => {
    const { ward, post, build, send, publication } = await started(test);
    const [one, two] = [await build('1.1.0'), await build('1.2.0')];
    await send(one);
    await send(two);
    const first = await publication(one);
    await post(ward, '/deploy/prepare', first);
    const second = await publication(two);
    const refused = await post(ward, '/deploy/prepare', second);
    assert.deepEqual(
      [refused.status, refused.message],
      [409, 'Team ward is publishing surveys: try again in a few seconds.'],
    );
    assert.equal((await post(ward, '/deploy/drop', { id: first.id })).status, 204);
    assert.equal((await post(ward, '/deploy/prepare', second)).status, 200);
    const late = await post(ward, '/deploy/switch', { id: first.id });
    assert.deepEqual([late.status, late.message], [409, 'This gateway no longer holds that order: publish again.']);
  });

  it('prevents automatic changes by the gateway between its two phases', async (test) => {
    const { root, ward, post, build, send, publication } = await started(test);
    const built = await build('1.1.0');
    await send(built);
    const order = await publication(built);
    await post(ward, '/deploy/prepare', order);
    assert.equal((await takeBack(root, 'surveys', '1.0.0', 'it fails')).changed, false);
    assert.equal((await post(ward, '/deploy/switch', { id: order.id })).status, 200);
    assert.equal((await takeBack(root, 'surveys', '1.1.0', 'it fails')).changed, true);
  });

  it('can carry a share, a promotion, a revocation or a version number', async (test) => {
    const { root, ward, post, build, send, orderFor } = await started(test);
    const built = await build('1.1.0');
    await send(built);
    const perform = async (change: Partial<Order>) => {
      const order = await orderFor(change);
      assert.equal((await post(ward, '/deploy/prepare', order)).status, 200);
      assert.equal((await post(ward, '/deploy/switch', { id: order.id })).status, 200);
      return (await readRegistry(root)).remotes.surveys;
    };
    const integrity = built.published?.integrity ?? '';
    const brought = { version: '1.1.0', integrity, receipt: built.receipt ?? '' };
    const trial = await perform({ kind: 'share', share: 10, ...brought });
    assert.deepEqual([trial?.active, trial?.canary], ['1.0.0', { version: '1.1.0', share: 10 }]);
    assert.deepEqual((await perform({ kind: 'share', share: 50 }))?.canary, { version: '1.1.0', share: 50 });
    assert.equal((await perform({ kind: 'promote' }))?.active, '1.1.0');
    assert.equal((await perform({ kind: 'to', version: '1.0.0' }))?.active, '1.0.0');
    assert.deepEqual((await perform({ kind: 'revoke', version: '1.1.0' }))?.revoked, ['1.1.0']);
  });
});

describe('a change request', () => {
  type Started = Awaited<ReturnType<typeof started>>;
  const FILE = '/deploy/files/surveys/1.1.0/remote.json';
  const old = new Date(Date.now() - 600_000).toISOString();
  const cases: [string, (on: Started) => Promise<{ status: number; message: string }>, number, RegExp][] = [
    [
      'without a signature',
      ({ ward, post }) => post(ward, FILE, Buffer.from('{}'), { 'lodestar-signature': '' }),
      401,
      /lodestar-signature is missing/,
    ],
    [
      'of an unknown team',
      ({ keyOf, post }) => post(keyOf('strangers'), FILE, Buffer.from('{}')),
      401,
      /does not list a team strangers/,
    ],
    [
      'with another team’s key',
      ({ keyOf, post }) => post(keyOf('ward'), FILE, Buffer.from('{}')),
      401,
      /not signed by team ward/,
    ],
    [
      'of another date than was signed',
      ({ ward, post }) => post(ward, FILE, Buffer.from('{}'), { 'lodestar-date': old }),
      401,
      /not signed by team ward/,
    ],
    [
      'of a team that may not publish the remote',
      ({ lab, post }) => post(lab, FILE, Buffer.from('{}')),
      403,
      /Team lab may not publish surveys/,
    ],
    [
      'for the history of another team’s remote',
      ({ lab, post }) => post(lab, '/deploy/history', { name: 'surveys' }),
      403,
      /Team lab may not publish surveys/,
    ],
    [
      'with an id that climbs',
      async ({ ward, post, orderFor }) => post(ward, '/deploy/prepare', await orderFor({ id: '../../deploy' })),
      400,
      /"id" must be a UUID/,
    ],
    [
      'for a file that climbs',
      ({ ward, post }) => post(ward, '/deploy/files/surveys/1.1.0/..%2f..%2fx.js', Buffer.from('')),
      400,
      /The file must be/,
    ],
    [
      'for a version that is none',
      ({ ward, post }) => post(ward, '/deploy/files/surveys/latest/x.js', Buffer.from('')),
      400,
      /The version must be/,
    ],
    ['that is no JSON', ({ ward, post }) => post(ward, '/deploy/prepare', Buffer.from('{')), 400, /must be JSON/],
    [
      'that is no order',
      ({ ward, post }) => post(ward, '/deploy/prepare', { name: 'surveys' }),
      400,
      /"id" is missing; "kind" is missing/,
    ],
    [
      'that is too large',
      ({ ward, post }) => post(ward, '/deploy/prepare', Buffer.alloc(300_000)),
      413,
      /larger than a gateway accepts/,
    ],
    [
      'for another revision',
      async ({ ward, post, orderFor }) =>
        post(ward, '/deploy/prepare', await orderFor({ kind: 'to', version: '1.0.0', revision: 3 })),
      409,
      /has registry revision 5, not 3/,
    ],
    [
      'whose files were not sent',
      async ({ ward, post, build, publication }) =>
        post(ward, '/deploy/prepare', await publication(await build('1.1.0'))),
      409,
      /files of surveys 1\.1\.0 were not sent/,
    ],
    [
      'of which a file was altered in transit',
      async ({ ward, post, build, send, publication }) => {
        const built = await build('1.1.0');
        await send(built);
        await post(ward, '/deploy/files/surveys/1.1.0/feature.4e5f6a7b.js', Buffer.from('other'));
        return post(ward, '/deploy/prepare', await publication(built));
      },
      409,
      /feature\.4e5f6a7b\.js arrived incomplete or altered/,
    ],
    [
      'whose files are those of another version',
      async ({ ward, post, build, publication }) => {
        const built = await build('1.1.0');
        for (const [path, content] of built.files) await post(ward, `/deploy/files/surveys/1.2.0/${path}`, content);
        return post(ward, '/deploy/prepare', { ...(await publication(built)), version: '1.2.0' });
      },
      409,
      /remote\.json is that of surveys 1\.1\.0, not of surveys 1\.2\.0/,
    ],
    [
      'with the signature of another version',
      async ({ ward, post, build, send, publication }) => {
        const built = await build('1.1.0');
        await send(built);
        const value = sign(statementOf('surveys', '1.0.0', built.published?.integrity ?? ''), ward.privateKey);
        return post(ward, '/deploy/prepare', { ...(await publication(built)), signature: { team: 'ward', value } });
      },
      403,
      /signature of surveys 1\.1\.0 is not that of a team that may publish surveys/,
    ],
    [
      'for a number that is published with other content',
      async ({ ward, post, build, publication }) =>
        post(ward, '/deploy/prepare', await publication(await build('1.0.0', 'other'))),
      409,
      /published already with other content/,
    ],
  ];
  for (const [what, perform, status, message] of cases) {
    it(`${what} gets ${status}, with a reason`, async (test) => {
      const on = await started(test);
      const answer = await perform(on);
      assert.equal(answer.status, status, answer.message);
      assert.match(answer.message, message);
      assert.equal((await readRegistry(on.root)).revision, 5);
    });
  }

  it('is accepted once, and not when it is old', async (test) => {
    const { app, ward } = await started(test);
    const payload = Buffer.from('{}');
    const headers = { ...signRequest(ward, 'POST', FILE, payload), 'content-type': 'application/octet-stream' };
    const ask = async () => app.inject({ method: 'POST', url: FILE, payload, headers });
    assert.equal((await ask()).statusCode, 204);
    const again = await ask();
    assert.deepEqual(
      [again.statusCode, again.json().error.message],
      [401, 'This request was accepted before: sign it again.'],
    );
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() - 600_000 });
    const stale = signRequest(ward, 'POST', FILE, payload);
    test.mock.timers.reset();
    const late = await app.inject({ method: 'POST', url: FILE, payload, headers: { ...headers, ...stale } });
    assert.equal(late.statusCode, 401);
    assert.match(late.json().error.message, /too long ago or in the future/);
  });

  it('never gets a page or a cacheable response', async (test) => {
    const { app } = await started(test);
    for (const url of [
      '/deploy/nothing',
      '/deploy/files/surveys/9.9.9/remote.json',
      '/deploy/files/surveys/1.0.0/gone.js',
    ]) {
      const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], url);
    }
    assert.deepEqual((await app.inject('/deploy/registry')).json(), (await app.inject('/registry.json')).json());
  });
});
