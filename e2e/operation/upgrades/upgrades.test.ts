/** Packs a release and the one after it, and upgrades an installation to it and back while phones use it. */
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { publishBuilt } from 'gateway/publish/publisher';
import { keyForBuild, type SigningKey } from 'gateway/trust/signing-key';
import { teamsFile } from 'gateway/trust/teams';
import { writePlainFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { RELEASE_MANIFEST, readReleaseManifest } from 'tools/commands/production/release-manifest';
import { packRelease } from 'tools/release/pack';
import { runProgram } from 'tools/release/programs';
import { signFiles } from 'tools/release/sums';
import { readPublished } from '../../support/hospital/builds.ts';
import { deriveBuild } from '../../support/hospital/derived-build.ts';
import { signingSettings } from '../../support/hospital/keys.ts';
import { addMigration, NEXT_STEP } from '../restarts/release.ts';

const [FIRST, NEXT] = ['1.0.0', '1.1.0'];
/** Tests pack releases of changes that have no commit yet. */
const COMMIT = '0'.repeat(40);
const [PHONES, SECONDS] = ['5', '30'];

interface Packed {
  tarball: string;
  surveys: string;
}

const tarballOf = (folder: string, version: string) => join(folder, version, `lodestar-${version}.tar.gz`);

async function contentOf(tarball: string, folder: string) {
  await mkdir(folder);
  await runProgram(['tar', '-xzf', tarball, '-C', folder, '--strip-components=1']);
  const manifest = await readReleaseManifest(folder);
  assert.ok(manifest?.pages.surveys);
  return { ...manifest, surveys: manifest.pages.surveys };
}

/** Makes the release after another one: with one more migration, and the surveys in another version. */
async function packNext(first: string, folder: string, key: SigningKey): Promise<[Packed, Packed]> {
  const name = `lodestar-${NEXT}`;
  const content = join(folder, name);
  const { surveys, ...manifest } = await contentOf(first, content);
  await addMigration(content);
  const next = surveys.replace(/[0-9a-f]{8}$/, (hash) => [...hash].reverse().join(''));
  const [deploy, built] = [join(content, 'deploy'), join(folder, 'surveys')];
  await writePlainFolder(built, deriveBuild(await readPublished(deploy, 'surveys', surveys), surveys, next));
  await publishBuilt(deploy, built, {}, { key });
  const pages = { ...manifest.pages, surveys: next };
  await writeFile(join(content, RELEASE_MANIFEST), JSON.stringify({ ...manifest, version: NEXT, pages }));
  const tarball = tarballOf(folder, NEXT);
  await mkdir(join(folder, NEXT));
  // Compressed fast: the tarball is read once.
  await runProgram(['tar', '--use-compress-program=gzip -1', '-cf', tarball, '-C', folder, name]);
  await signFiles(join(folder, NEXT), [`${name}.tar.gz`], key.privateKey);
  return [
    { tarball: first, surveys },
    { tarball, surveys: next },
  ];
}

test('an upgrade to the next release and back fails no call and loses no survey', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'upgrades-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, ...(await signingSettings()) };
  const key = await keyForBuild(env, 'surveys');
  await packRelease({
    tree: REPO,
    version: FIRST,
    commit: COMMIT,
    to: folder,
    env,
    print: (line) => t.diagnostic(line),
  });
  const [first, next] = await packNext(tarballOf(folder, FIRST), folder, key);
  assert.notEqual(next.surveys, first.surveys);
  const publicKey = join(folder, 'release.pub');
  await writeFile(publicKey, createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' }));
  const command = join(import.meta.dirname, 'upgrade-under-load.ts');
  const output = await runProgram(
    [process.execPath, command, first.tarball, next.tarball, publicKey, teamsFile(env), PHONES, SECONDS],
    { env },
  );
  const [upgrade = '', rollback = ''] = output.split(/^lodestar upgrade: .+$/m);
  assert.match(upgrade, new RegExp(`^ *surveys ${next.surveys} is active\\.$`, 'm'));
  assert.match(rollback, new RegExp(`^ *surveys ${first.surveys} is active\\.$`, 'm'));
  assert.match(output, new RegExp(`last migration ${NEXT_STEP}$`, 'm'));
  for (const line of output.match(/^\d+ phones .+$/gm) ?? []) t.diagnostic(line);
});
