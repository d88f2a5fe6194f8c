import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type PostgresServer, startPostgres } from 'mock-api/test/support/postgres';
import { readFolder } from 'server-kit/disk';
import { publishBuilt, rollBack } from '../../publish/publisher.ts';
import { PATIENTLY, startGateway, startPublished, temporaryFolder, writeRemoteBuild } from '../../testing/fixtures.ts';
import { readHistory } from '../history.ts';
import { publishedFolder, readRegistry } from '../registry.ts';
import { openStore } from './postgres.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

/** Starts two gateways on one database: the first with what is published today, the second with an empty folder. */
async function start(test: TestContext) {
  const { folder, root, teamsFile, app, log } = await startPublished(test, { databaseUrl: server.url });
  await app.ready();
  const other = join(await temporaryFolder(test), 'deploy');
  const second = await startGateway(test, { deployRoot: other, teamsFile, databaseUrl: server.url });
  await second.ready();
  const build = async (version: string, content = version) => {
    await writeRemoteBuild(join(folder, version + content), { version, content });
    return join(folder, version + content);
  };
  const publishAt = async (at: string, version: string, content?: string) =>
    publishBuilt(openStore(at, server.url), await build(version, content));
  const activeAt = async (gateway: typeof app) =>
    (await gateway.inject('/registry.json')).json().remotes.surveys.active;
  // A gateway starts without the database if that takes long.
  await test.waitFor(() => activeAt(second), PATIENTLY);
  return { root, other, app, second, log, teamsFile, publishAt, activeAt };
}

describe('gateways on one database', () => {
  it('fill it from the folder of the first, and switch together, with history and files', async (test) => {
    const { root, other, app, second, publishAt, activeAt } = await start(test);
    assert.deepEqual(await readRegistry(other), await readRegistry(root));
    assert.deepEqual(await readHistory(other, 'records'), await readHistory(root, 'records'));
    const page = await second.inject({ url: '/', headers: { accept: 'text/html' } });
    assert.equal(page.statusCode, 200);
    await publishAt(root, '1.1.0');
    await test.waitFor(async () => assert.equal(await activeAt(second), '1.1.0'), PATIENTLY);
    const files = (at: string) => readFolder(publishedFolder(at, 'surveys', '1.1.0'));
    assert.deepEqual(await files(other), await files(root));
    await rollBack(openStore(other, server.url), 'surveys', { who: 'ward' });
    await test.waitFor(async () => assert.equal(await activeAt(app), '1.0.0'), PATIENTLY);
    assert.deepEqual(await readHistory(root, 'surveys'), await readHistory(other, 'surveys'));
    assert.equal((await readHistory(root, 'surveys')).at(-1)?.who, 'ward');
    assert.equal(
      (await readFolder(publishedFolder(root, 'surveys', '1.1.0'))).size > 0,
      true,
      'open pages keep theirs',
    );
  });

  it('lose no publication when both publish at once, and refuse other content under one number', async (test) => {
    const { root, other, publishAt } = await start(test);
    const numbers = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'];
    await Promise.all(numbers.map((version, index) => publishAt(index % 2 ? root : other, version)));
    // The gateway brings what was published in the other folder.
    await test.waitFor(async () => {
      const listed = Object.keys((await readRegistry(root)).remotes.surveys?.versions ?? {});
      for (const version of numbers) assert.ok(listed.includes(version), version);
    }, PATIENTLY);
    const two = await Promise.allSettled([publishAt(root, '3.0.0', 'one'), publishAt(other, '3.0.0', 'other')]);
    assert.deepEqual(two.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refused = two.find((result) => result.status === 'rejected');
    assert.match(String(refused?.reason), /surveys 3\.0\.0 is published already with other content/);
  });

  it('serve what they have without it, refuse to publish, and catch up once it is back', async (test) => {
    const { root, other, app, second, log, teamsFile, publishAt, activeAt } = await start(test);
    const active = await activeAt(app);
    await server.crash();
    const copy = join(await temporaryFolder(test), 'deploy');
    await cp(other, copy, { recursive: true });
    const third = await startGateway(test, { deployRoot: copy, teamsFile, databaseUrl: server.url });
    for (const gateway of [app, second, third]) assert.equal(await activeAt(gateway), active);
    const refused = /^PlainError: The database is unreachable \(.+\), so nothing was switched: try again\.$/;
    await assert.rejects(publishAt(root, '4.0.0'), refused);
    await assert.rejects(rollBack(root, 'surveys'), /is a gateway's copy of a database: set GATEWAY_DATABASE_URL/);
    assert.equal(await activeAt(app), active);
    await server.restart();
    await publishAt(root, '4.0.0');
    for (const gateway of [app, second, third])
      await test.waitFor(async () => assert.equal(await activeAt(gateway), '4.0.0'), PATIENTLY);
    assert.match(log.join(''), /database lost, serving what this gateway has/);
  });
});
