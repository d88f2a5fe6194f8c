import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type Build, readRemote } from '../publish/publisher.ts';
import { readHistory } from '../registry/history.ts';
import { readRegistry } from '../registry/registry.ts';
import type { Order } from '../rollout/release/order.ts';
import { takeBack } from '../rollout/release/release.ts';
import { signRequest } from '../team-requests/signed-request.ts';
import { startPublished, temporaryFolder, writeRemoteBuild, writeTeams } from '../testing/fixtures.ts';
import { makeTeam } from '../testing/teams.ts';
import { sign, statementOf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { stateOf } from './state.ts';

const VERSION_HEALTH = { order: [], givenUp: [], healthy: [], failing: [] };

async function started(test: TestContext) {
  const [ward, lab] = [makeTeam('ward', ['surveys']), makeTeam('lab', ['records'])];
  const folder = await temporaryFolder(test);
  const teamsFile = await writeTeams(folder, { ward: ward.listed, lab: lab.listed });
  const { app, root } = await startPublished(test, { teamsFile });
  const post = async (key: SigningKey, url: string, body: Buffer | object, change: Record<string, string> = {}) => {
    const payload = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const signature = signRequest(key, 'POST', url, payload);
    const headers = { ...signature, 'content-type': 'application/octet-stream', ...change };
    const answer = await app.inject({ method: 'POST', url, payload, headers });
    const json = answer.body === '' ? {} : answer.json();
    return { status: answer.statusCode, message: json.error?.message, json };
  };
  const build = async (version: string, content = 'one') => {
    await writeRemoteBuild(join(folder, version + content), { version, content });
    return readRemote(join(folder, version + content));
  };
  const send = async ({ name, version, files }: Build) => {
    for (const [path, content] of files) await post(ward.key, `/deploy/files/${name}/${version}/${path}`, content);
  };
  /** Builds a version of surveys and sends its files. */
  const sent = async (version: string) => {
    const built = await build(version);
    await send(built);
    return built;
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
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  const prepare = (order: object) => post(ward.key, '/deploy/prepare', order);
  const switchTo = ({ id }: Order) => post(ward.key, '/deploy/switch', { id });
  return {
    app,
    root,
    ward: ward.key,
    lab: lab.key,
    post,
    build,
    sent,
    orderFor,
    publication,
    surveys,
    prepare,
    switchTo,
  };
}

describe('an order', () => {
  it('changes nothing when prepared, and everything when switched to', async (test) => {
    const { root, sent, publication, surveys, prepare, switchTo } = await started(test);
    const built = await sent('1.1.0');
    const order = { ...(await publication(built)), why: 'larger buttons' };
    const act = { what: 'published', version: '1.1.0', active: '1.1.0' };
    const change = { act, before: '1.0.0', after: { active: '1.1.0' } };
    assert.deepEqual((await prepare(order)).json, { changed: true, revision: 6, change });
    assert.equal((await readRegistry(root)).revision, 5);
    assert.deepEqual((await switchTo(order)).json, { changed: true, revision: 6 });
    const { active, previous, versions = {} } = (await surveys()) ?? {};
    assert.deepEqual([active, previous], ['1.1.0', '1.0.0']);
    assert.equal(versions['1.1.0']?.integrity, built.published?.integrity);
    const { who, what, version, why } = (await readHistory(root, 'surveys')).at(-1) ?? {};
    assert.deepEqual([who, what, version, why], ['ward', 'published', '1.1.0', 'larger buttons']);
  });

  it('is refused with the gate’s failed clause, unless it gives a reason, which the history keeps', async (test) => {
    const { root, sent, publication, prepare, switchTo } = await started(test);
    const { receipt: _none, ...order } = await publication(await sent('1.1.0'));
    const refused = await prepare(order);
    assert.equal(refused.status, 409);
    assert.match(refused.message, /^no {2}receipt: there is no conformance\.json/m);
    assert.equal((await switchTo(order)).status, 409);
    assert.equal((await readRegistry(root)).revision, 5);
    await prepare({ ...order, why: 'larger buttons', force: 'the ward waits' });
    assert.equal((await switchTo(order)).status, 200);
    const last = (await readHistory(root, 'surveys')).at(-1);
    assert.match(last?.why ?? '', /^larger buttons; forced: the ward waits \(no {2}receipt: /);
  });

  it('blocks a second order until it is switched to or dropped', async (test) => {
    const { ward, post, sent, publication, prepare, switchTo } = await started(test);
    const [one, two] = [await sent('1.1.0'), await sent('1.2.0')];
    const [first, second] = [await publication(one), await publication(two)];
    await prepare(first);
    const { status, message } = await prepare(second);
    assert.deepEqual([status, message], [409, 'Team ward is publishing surveys: try again in a few seconds.']);
    assert.equal((await post(ward, '/deploy/drop', { id: first.id })).status, 204);
    assert.equal((await prepare(second)).status, 200);
    const late = await switchTo(first);
    assert.deepEqual([late.status, late.message], [409, 'This gateway no longer holds that order: publish again.']);
  });

  it('prevents automatic changes by the gateway between its two phases', async (test) => {
    const { root, sent, publication, prepare, switchTo } = await started(test);
    const order = await publication(await sent('1.1.0'));
    await prepare(order);
    assert.equal((await takeBack(root, 'surveys', '1.0.0', 'it fails')).changed, false);
    assert.equal((await switchTo(order)).status, 200);
    assert.equal((await takeBack(root, 'surveys', '1.1.0', 'it fails')).changed, true);
  });

  it('can carry a share, a promotion, a revocation or a version number', async (test) => {
    const { sent, orderFor, surveys, prepare, switchTo } = await started(test);
    const { published, receipt = '' } = await sent('1.1.0');
    const perform = async (change: Partial<Order>) => {
      const order = await orderFor(change);
      assert.equal((await prepare(order)).status, 200);
      assert.equal((await switchTo(order)).status, 200);
      return surveys();
    };
    const brought = { version: '1.1.0', integrity: published?.integrity ?? '', receipt };
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
  const strangers = makeTeam('strangers', []).key;
  const [noFile, file] = [Buffer.from(''), Buffer.from('{}')];
  const cases: [string, (on: Started) => Promise<{ status: number; message: string }>, number, RegExp][] = [
    [
      'without a signature',
      ({ ward, post }) => post(ward, FILE, file, { 'lodestar-signature': '' }),
      401,
      /lodestar-signature is missing/,
    ],
    ['of an unknown team', ({ post }) => post(strangers, FILE, file), 401, /does not list a team strangers/],
    [
      'with another team’s key',
      ({ post }) => post({ ...strangers, team: 'ward' }, FILE, file),
      401,
      /not signed by team ward/,
    ],
    [
      'of another date than was signed',
      ({ ward, post }) => post(ward, FILE, file, { 'lodestar-date': old }),
      401,
      /not signed by team ward/,
    ],
    ['of a team that may not publish it', ({ lab, post }) => post(lab, FILE, file), 403, /Team lab may not publish/],
    [
      'for the history of another team’s remote',
      ({ lab, post }) => post(lab, '/deploy/history', { name: 'surveys' }),
      403,
      /Team lab may not publish surveys/,
    ],
    [
      'with an id that climbs',
      async ({ prepare, orderFor }) => prepare(await orderFor({ id: '../../deploy' })),
      400,
      /"id" must be a UUID/,
    ],
    [
      'for a file that climbs',
      ({ ward, post }) => post(ward, '/deploy/files/surveys/1.1.0/..%2f..%2fx.js', noFile),
      400,
      /The file must be/,
    ],
    [
      'for an invalid version',
      ({ ward, post }) => post(ward, '/deploy/files/surveys/latest/x.js', noFile),
      400,
      /The version must be/,
    ],
    ['that is not JSON', ({ prepare }) => prepare(Buffer.from('{')), 400, /must be JSON/],
    ['that is no order', ({ prepare }) => prepare({ name: 'surveys' }), 400, /"id" is missing; "kind" is missing/],
    ['that is too large', ({ prepare }) => prepare(Buffer.alloc(300_000)), 413, /larger than a gateway accepts/],
    [
      'for another revision',
      async ({ prepare, orderFor }) => prepare(await orderFor({ kind: 'to', version: '1.0.0', revision: 3 })),
      409,
      /has registry revision 5, not 3/,
    ],
    [
      'whose files were not sent',
      async ({ prepare, build, publication }) => prepare(await publication(await build('1.1.0'))),
      409,
      /files of surveys 1\.1\.0 were not sent/,
    ],
    [
      'of which a file was altered in transit',
      async ({ ward, post, prepare, sent, publication }) => {
        const built = await sent('1.1.0');
        await post(ward, '/deploy/files/surveys/1.1.0/feature.4e5f6a7b.js', Buffer.from('other'));
        return prepare(await publication(built));
      },
      409,
      /feature\.4e5f6a7b\.js arrived incomplete or altered/,
    ],
    [
      'whose files are those of another version',
      async ({ ward, post, prepare, build, publication }) => {
        const built = await build('1.1.0');
        for (const [path, content] of built.files) await post(ward, `/deploy/files/surveys/1.2.0/${path}`, content);
        return prepare({ ...(await publication(built)), version: '1.2.0' });
      },
      409,
      /remote\.json is that of surveys 1\.1\.0, not of surveys 1\.2\.0/,
    ],
    [
      'with the signature of another version',
      async ({ ward, prepare, sent, publication }) => {
        const built = await sent('1.1.0');
        const value = sign(statementOf('surveys', '1.0.0', built.published?.integrity ?? ''), ward.privateKey);
        return prepare({ ...(await publication(built)), signature: { team: 'ward', value } });
      },
      403,
      /signature of surveys 1\.1\.0 is not that of a team that may publish surveys/,
    ],
    [
      'for a number that is published with other content',
      async ({ prepare, build, publication }) => prepare(await publication(await build('1.0.0', 'other'))),
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
    const payload = file;
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
    for (const path of ['nothing', 'files/surveys/9.9.9/remote.json', 'files/surveys/1.0.0/gone.js']) {
      const url = `/deploy/${path}`;
      const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], url);
    }
    assert.deepEqual((await app.inject('/deploy/registry')).json(), (await app.inject('/registry.json')).json());
  });
});
