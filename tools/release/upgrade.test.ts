import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { appendFile, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { publishBuilt } from 'gateway/publish/publisher';
import { readRegistry } from 'gateway/registry/registry';
import { TEST_KEY, writeRemoteBuild } from 'gateway/testing/fixtures';
import { publicHalf } from 'gateway/trust/signature';
import { runProgram } from './programs.ts';
import { signFiles } from './sums.ts';
import { type Installation, makeInstallation } from './testing/installation.ts';

const SERVICES = ['lodestar-api', 'lodestar-recorder', 'lodestar-gateway'];

const live = async ({ root }: Installation) => readlink(join(root, 'current'));

async function pages({ root }: Installation) {
  const { shell, remotes } = await readRegistry(join(dirname(root), 'data/deploy'));
  return [shell?.active, remotes.surveys?.active];
}

test('upgrades and rollbacks change services and pages, or nothing when they fail', async (t) => {
  const installation = await makeInstallation(t);
  const { root, pack, upgrade, rollBack, running, restarted, said } = installation;
  const data = join(dirname(root), 'data');
  await upgrade(await pack('1.0.0'));
  await installation.startServices();
  await t.waitFor(running);
  assert.deepEqual(await pages(installation), ['1.0.0-00000100', '1.0.0-00000100']);

  await t.test('an upgrade migrates, restarts each service and publishes the pages, also with a new key', async () => {
    const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
    const releaseKeys = join(dirname(root), 'etc/release.pub');
    const former = await readFile(releaseKeys, 'utf8');
    await writeFile(releaseKeys, publicKey.export({ type: 'spki', format: 'pem' }));
    const teams = join(dirname(root), 'teams.json');
    const [[team, listed] = ['']] = Object.entries(JSON.parse(await readFile(teams, 'utf8')) as Record<string, object>);
    const withdrawn = { ...listed, withdrawn: new Date().toISOString() };
    const next = { publicKey: publicHalf(publicKey), remotes: ['*'] };
    await writeFile(teams, JSON.stringify({ [team]: withdrawn, next }));
    await upgrade(await pack('1.1.0', { key, pages: { team: 'next', privateKey: key } }));
    await appendFile(releaseKeys, former);
    assert.deepEqual(await running(), ['1.1.0', '1.1.0', '1.1.0']);
    assert.deepEqual(await restarted(), SERVICES);
    assert.deepEqual(await pages(installation), ['1.0.0-00000110', '1.0.0-00000110']);
    const migrations = await readFile(join(data, 'migrations'), 'utf8');
    assert.equal(migrations, 'postgres://owner@127.0.0.1:1/lodestar\n'.repeat(2));
  });

  await t.test('a restart after a change of settings restarts each service', async () => {
    await installation.restartAll();
    assert.deepEqual(await restarted(), SERVICES);
  });

  await t.test('a rollback returns to the pages and services of the release before', async () => {
    await rollBack();
    assert.deepEqual(await running(), ['1.0.0', '1.0.0', '1.0.0']);
    assert.deepEqual(await restarted(), SERVICES.toReversed());
    assert.deepEqual(await pages(installation), ['1.0.0-00000100', '1.0.0-00000100']);
    await assert.rejects(rollBack(), /^PlainError: Name the release to return to/);
  });

  await t.test('an upgrade keeps a version that a team has published, and removes old releases', async () => {
    const own = join(dirname(root), 'own');
    await writeRemoteBuild(own, { name: 'surveys', version: '3.0.0' });
    await publishBuilt(join(data, 'deploy'), own, {}, { key: TEST_KEY });
    await upgrade(await pack('1.2.0'));
    assert.deepEqual(await pages(installation), ['1.0.0-00000120', '3.0.0']);
    assert.match(said.join('\n'), /surveys 3\.0\.0 stays active: it is not part of a release\./);
    assert.deepEqual((await readdir(join(root, 'releases'))).sort(), ['1.0.0', '1.2.0']);
    await restarted();
  });

  const refused = async (tarball: string, says: RegExp) => {
    await assert.rejects(upgrade(tarball), says);
    assert.deepEqual([await live(installation), await running()], ['releases/1.2.0', Array(3).fill('1.2.0')]);
  };
  const stranger = generateKeyPairSync('ed25519').privateKey;

  await t.test('an upgrade refuses a release before unpacking it when sums or signature are wrong', async () => {
    const tarball = await pack('1.3.0');
    const [folder, name] = [dirname(tarball), basename(tarball)];
    await appendFile(tarball, '.');
    await refused(tarball, /lodestar-1\.3\.0\.tar\.gz is damaged/);
    await signFiles(folder, [name], stranger);
    await refused(tarball, /SHA256SUMS\.sig is not a signature of SHA256SUMS/);
    await rm(join(folder, 'SHA256SUMS.sig'));
    await refused(tarball, /SHA256SUMS\.sig is missing/);
    assert.deepEqual((await readdir(join(root, 'releases'))).sort(), ['1.0.0', '1.2.0']);
  });

  await t.test('an upgrade checks settings and the signatures of pages before it changes anything', async () => {
    const pagesKey = { team: 'builders', privateKey: stranger };
    await refused(await pack('1.4.0', { pages: pagesKey }), /signature" is not team builders's/);
    const settings = join(dirname(root), 'etc/lodestar.env');
    const valid = await readFile(settings, 'utf8');
    await appendFile(settings, 'SURVEY_TOKEN_KEY=short\n');
    await refused(await pack('1.5.0'), /Release 1\.5\.0 needs other settings:\n {2}- SURVEY_TOKEN_KEY must be/);
    await writeFile(settings, valid);
    assert.deepEqual(await restarted(), []);
  });

  await t.test('an upgrade whose first service fails returns to the live release', async () => {
    const broken = /lodestar-api@\d+ is not ready after 5 s .*\nreleases\/1\.2\.0 is live, as before\.$/;
    await refused(await pack('1.6.0-broken'), broken);
    assert.deepEqual(await restarted(), ['lodestar-api', 'lodestar-api']);
    assert.deepEqual(await pages(installation), ['1.0.0-00000120', '3.0.0']);
  });
});

test('sha256sum and openssl verify a release', async (t) => {
  const installation = await makeInstallation(t);
  const cwd = dirname(await installation.pack('1.0.0'));
  assert.match(await runProgram(['sha256sum', '-c', 'SHA256SUMS'], { cwd }), /^lodestar-1\.0\.0\.tar\.gz: OK$/m);
  const key = join(dirname(installation.root), 'etc/release.pub');
  const verify = ['-verify', '-pubin', '-inkey', key, '-rawin', '-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig'];
  assert.match(await runProgram(['openssl', 'pkeyutl', ...verify], { cwd }), /Verified Successfully/);
});
