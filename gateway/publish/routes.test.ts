import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readHistory } from '../registry/history.ts';
import { readRegistry } from '../registry/registry.ts';
import { signRequest } from '../team-requests/signed-request.ts';
import { startPublished, temporaryFolder, writeRemoteBuild, writeTeams } from '../testing/fixtures.ts';
import { makeTeam } from '../testing/teams.ts';
import { sign, statementOf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { type Build, readRemote } from './build.ts';
import type { Order } from './order.ts';

async function started(test: TestContext) {
  const [ward, lab] = [makeTeam('ward', ['surveys']), makeTeam('lab', ['records'])];
  const folder = await temporaryFolder(test);
  const teamsFile = await writeTeams(folder, { ward: ward.listed, lab: lab.listed });
  const { app, root } = await startPublished(test, { teamsFile });
  const post = async (url: string, body: Buffer | object, key: SigningKey = ward.key, headers = {}) => {
    const payload = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const signature = signRequest(key, 'POST', url, payload);
    const sent = { ...signature, 'content-type': 'application/octet-stream', ...headers };
    const answer = await app.inject({ method: 'POST', url, payload, headers: sent });
    const json = answer.body === '' ? {} : answer.json();
    return { status: answer.statusCode, message: json.error?.message, json };
  };
  const build = async (version: string, content = 'one') => {
    await writeRemoteBuild(join(folder, version + content), { version, content });
    return readRemote(join(folder, version + content));
  };
  /** Builds a version of surveys and sends its files, under its own or another number. */
  const sent = async (version: string, as = version, content?: string) => {
    const built = await build(version, content);
    for (const [path, content] of built.files) await post(`/deploy/files/surveys/${as}/${path}`, content);
    return built;
  };
  const order = (asked: object) => post('/deploy/order', asked);
  const publish = ({ version, integrity, receipt = '' }: Build, change: Partial<Order> = {}) =>
    order({ kind: 'publish', name: 'surveys', version, integrity, receipt, ...change });
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  const last = async () => (await readHistory(root, 'surveys')).at(-1);
  const keys = { ward: ward.key, lab: lab.key };
  return { app, root, ...keys, post, build, sent, order, publish, surveys, last };
}

it('an order publishes the files that were sent, and is recorded', async (test) => {
  const { sent, publish, surveys, last } = await started(test);
  const built = await sent('1.1.0');
  const { json } = await publish(built, { why: 'larger buttons' });
  assert.deepEqual(json, { message: 'surveys 1.1.0 replaces 1.0.0 (registry revision 6).' });
  const { active, previous, versions = {} } = (await surveys()) ?? {};
  assert.deepEqual([active, previous, versions['1.1.0']?.integrity], ['1.1.0', '1.0.0', built.integrity]);
  const { who, what, version, why } = (await last()) ?? {};
  assert.deepEqual([who, what, version, why], ['ward', 'published', '1.1.0', 'larger buttons']);
});

describe('a change request', () => {
  type Started = Awaited<ReturnType<typeof started>>;
  type Case = [what: string, answer: RegExp, perform: (on: Started) => ReturnType<Started['post']>];
  const FILES = '/deploy/files/surveys/1.1.0';
  const FILE = `${FILES}/remote.json`;
  const file = Buffer.from('{}');
  const old = { 'lodestar-date': new Date(Date.now() - 600_000).toISOString() };
  const stranger = makeTeam('strangers', []).key;
  const surveys = { name: 'surveys' };
  const cases: Case[] = [
    ['without a signature', /^401 .* is missing/, (on) => on.post(FILE, file, on.ward, { 'lodestar-signature': '' })],
    ['of an unknown team', /^401 .*does not list a team strangers/, (on) => on.post(FILE, file, stranger)],
    ['with another key', /^401 .*not signed by team ward/, (on) => on.post(FILE, file, { ...stranger, team: 'ward' })],
    ['of another date', /^401 .*not signed by team ward/, (on) => on.post(FILE, file, on.ward, old)],
    ['of a team that may not publish it', /^403 Team lab may not publish/, (on) => on.post(FILE, file, on.lab)],
    ['for another team’s history', /^403 Team lab may not/, (on) => on.post('/deploy/history', surveys, on.lab)],
    ['for a file that climbs', /^400 The file must be/, (on) => on.post(`${FILES}/..%2f..%2fx.js`, file)],
    ['for an invalid version', /^400 The version must be/, (on) => on.post('/deploy/files/surveys/latest/x.js', file)],
    ['that is not JSON', /^400 .*must be JSON/, (on) => on.order(Buffer.from('{'))],
    ['that is no order', /^400 .*"kind" is missing/, (on) => on.order(surveys)],
    ['that is too large', /^413 .*larger than a gateway accepts/, (on) => on.order(Buffer.alloc(300_000))],
    ['whose files were not sent', /^409 .*1\.1\.0 were not sent/, async (on) => on.publish(await on.build('1.1.0'))],
    [
      'for a published number',
      /^409 .*with other content/s,
      async (on) => on.publish(await on.sent('1.0.0', '1.0.0', 'other')),
    ],
    [
      'of which a file was altered in transit',
      /^409 .*feature\.4e5f6a7b\.js arrived incomplete or altered/,
      async (on) => {
        const built = await on.sent('1.1.0');
        await on.post(`${FILES}/feature.4e5f6a7b.js`, file);
        return on.publish(built);
      },
    ],
    [
      'whose files are those of another version',
      /^409 .*remote\.json is that of surveys 1\.1\.0, not of surveys 1\.2\.0/,
      async (on) => on.publish({ ...(await on.sent('1.1.0', '1.2.0')), version: '1.2.0' }),
    ],
    [
      'with the signature of another version',
      /^403 .*signature of surveys 1\.1\.0 is not that of a team that may publish surveys/,
      async (on) => {
        const built = await on.sent('1.1.0');
        const value = sign(statementOf('surveys', '1.0.0', built.integrity), on.ward.privateKey);
        return on.publish(built, { signature: { team: 'ward', value } });
      },
    ],
  ];
  for (const [what, expected, perform] of cases)
    it(`${what} is refused with a reason`, async (test) => {
      const on = await started(test);
      const { status, message } = await perform(on);
      assert.match(`${status} ${message}`, expected);
      assert.equal((await readRegistry(on.root)).revision, 5);
    });

  it('is accepted once, and not when it is old', async (test) => {
    const { app, ward } = await started(test);
    const ask = async (signature: Record<string, string>) => {
      const headers = { ...signature, 'content-type': 'application/octet-stream' };
      const answer = await app.inject({ method: 'POST', url: FILE, payload: file, headers });
      return `${answer.statusCode} ${answer.body && answer.json().error.message}`;
    };
    const signature = signRequest(ward, 'POST', FILE, file);
    assert.equal(await ask(signature), '204 ');
    assert.equal(await ask(signature), '401 This request was accepted before: sign it again.');
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() - 600_000 });
    const stale = signRequest(ward, 'POST', FILE, file);
    test.mock.timers.reset();
    assert.match(await ask(stale), /^401 .*too long ago or in the future/);
  });

  it('never gets a page or a cacheable response', async (test) => {
    const { app } = await started(test);
    for (const path of ['nothing', 'files/surveys/1.0.0/remote.json']) {
      const { statusCode, headers } = await app.inject({ url: `/deploy/${path}`, headers: { accept: 'text/html' } });
      assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], path);
    }
    assert.deepEqual((await app.inject('/deploy/registry')).json(), (await app.inject('/registry.json')).json());
  });
});
