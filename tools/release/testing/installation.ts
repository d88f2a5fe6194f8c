/** An installation with small releases: their pages are real, their service responds with its version. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { publishBuilt, publishShell } from 'gateway/publish/publisher';
import {
  TEST_KEY,
  temporaryFolder,
  writeFiles,
  writeRemoteBuild,
  writeShellBuild,
  writeTeams,
} from 'gateway/testing/fixtures';
import type { SigningKey } from 'gateway/trust/signing-key';
import { REPO } from 'server-kit/paths';
import { RELEASE_MANIFEST } from '../../commands/production/release-manifest.ts';
import { GOOD } from '../../commands/production/testing/settings.ts';
import { freePorts } from '../../commands/running/ports.ts';
import { runProgram } from '../programs.ts';
import { readSettings } from '../settings.ts';
import { signFiles } from '../sums.ts';
import { restartAll, rollBack, type UpgradeOptions, upgrade } from '../upgrade.ts';

/** Answers with the version of its release; the readiness check of a broken release fails. */
const SERVICE = `import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { version } = JSON.parse(readFileSync(new URL('release.json', import.meta.url), 'utf8'));
const isBroken = version.includes('broken');
createServer((_request, response) => {
  response.writeHead(isBroken ? 503 : 200).end(version);
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

/** Stops the service with a name and starts it from the current release, as an init system would. */
const RESTART = `import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
const [root, name] = process.argv.slice(2);
appendFileSync(root + '/restarts', name + '\\n');
const file = root + '/' + name + '.pid';
if (existsSync(file)) try { process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL'); } catch {}
const child = spawn(process.execPath, [realpathSync(root + '/current') + '/service.mjs', name.split('@')[1]], { detached: true, stdio: 'ignore' });
writeFileSync(file, String(child.pid));
child.unref();
`;

const MIGRATE = `import { appendFileSync } from 'node:fs';
appendFileSync(process.env.DATA_ROOT + '/migrations', process.env.DATABASE_OWNER_URL + '\\n');
console.log('The database is up to date.');
`;

/** Parts of a release that are this repository's. */
const SHARED = ['server-kit', 'gateway', 'shared-ui', 'shell', 'tools'];

export interface Installation {
  root: string;
  /** Lines that the command printed. */
  said: string[];
  /** Packs a release. Returns its tarball. */
  pack(version: string, options?: { key?: KeyObject; pages?: SigningKey; surveys?: string }): Promise<string>;
  upgrade(tarball: string): Promise<void>;
  rollBack(version?: string): Promise<void>;
  restartAll(): Promise<void>;
  /** Returns the versions that the services answer with. */
  running(): Promise<string[]>;
  /** Returns the names of the services restarted since the last call. */
  restarted(): Promise<string[]>;
  startServices(): Promise<void>;
}

const pageVersion = (version: string) => `1.0.0-${version.replaceAll(/\D/g, '').padStart(8, '0')}`;

async function writeRelease(folder: string, version: string, surveys: string, key: SigningKey): Promise<void> {
  const pages = { shell: pageVersion(version), surveys };
  await writeFiles(folder, {
    [RELEASE_MANIFEST]: JSON.stringify({ version, commit: 'c'.repeat(40), pages }),
    'service.mjs': SERVICE,
    'mock-api/src/operator/migrate-command.ts': MIGRATE,
  });
  for (const part of SHARED) await symlink(join(REPO, part), join(folder, part));
  const deploy = join(folder, 'deploy');
  await writeShellBuild(join(folder, 'built/shell'), pages.shell);
  await publishShell(deploy, join(folder, 'built/shell'));
  await writeRemoteBuild(join(folder, 'built/surveys'), { name: 'surveys', version: surveys });
  await publishBuilt(deploy, join(folder, 'built/surveys'), {}, { key });
}

/** Returns an installation without a release, with three services and settings that keep two releases. */
export async function makeInstallation(test: TestContext): Promise<Installation> {
  const pidFiles: string[] = [];
  // Comes before the folder's own hook, which removes these files: hooks run in the order in which they were added.
  test.after(async () => {
    for (const file of pidFiles) {
      const pid = Number(await readFile(file, 'utf8').catch(() => ''));
      if (pid > 0) process.kill(pid, 'SIGKILL');
    }
  });
  const folder = await temporaryFolder(test);
  const root = join(folder, 'srv');
  const data = join(folder, 'data');
  const etc = join(folder, 'etc');
  await mkdir(root);
  await mkdir(data);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const ports = await freePorts(3);
  const names = ['api', 'recorder', 'gateway'].map((part, index) => `lodestar-${part}@${ports[index]}`);
  pidFiles.push(...names.map((name) => join(root, `${name}.pid`)));
  const teams = await writeTeams(folder);
  const { SMTP_URL, ...general } = GOOD;
  const settings = {
    ...general,
    DATA_ROOT: data,
    TEAM_KEYS_FILE: teams,
    RELEASE_PROCESSES: names.join(','),
    RELEASE_RESTART: `${process.execPath} ${join(folder, 'restart.mjs')} ${root}`,
    RELEASES_KEPT: '2',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    RELEASE_USER: (await runProgram(['id', '-un'])).trim(),
  };
  await writeFiles(folder, {
    'restart.mjs': RESTART,
    'etc/lodestar.env': Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    'etc/api.env': `SMTP_URL=${SMTP_URL}\n`,
    'etc/owner.env': 'DATABASE_OWNER_URL=postgres://owner@127.0.0.1:1/lodestar\n',
    'etc/release.pub': String(publicKey.export({ type: 'spki', format: 'pem' })),
  });
  const said: string[] = [];
  const times = { readyMs: 5_000, noticeMs: 0 };
  const options = async (): Promise<UpgradeOptions> => ({
    settings: await readSettings(etc, root),
    print: (line) => void said.push(line),
    times,
  });
  const restartsFile = join(root, 'restarts');
  return {
    root,
    said,
    async pack(version, { key = privateKey, pages = TEST_KEY, surveys = pageVersion(version) } = {}) {
      const content = join(folder, 'packed', `lodestar-${version}`);
      await writeRelease(content, version, surveys, pages);
      const out = join(folder, 'out', version);
      await mkdir(out, { recursive: true });
      const name = `lodestar-${version}.tar.gz`;
      await runProgram(['tar', '-czf', join(out, name), '-C', join(folder, 'packed'), `lodestar-${version}`]);
      await signFiles(out, [name], key);
      return join(out, name);
    },
    upgrade: async (tarball) => upgrade(tarball, await options()),
    rollBack: async (version) => rollBack(version, await options()),
    restartAll: async () => restartAll(await options()),
    running: () => Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/`)).text())),
    async restarted() {
      const lines = await readFile(restartsFile, 'utf8').catch(() => '');
      await writeFile(restartsFile, '');
      return lines
        .split('\n')
        .filter(Boolean)
        .map((name) => name.split('@')[0] ?? '');
    },
    async startServices() {
      const { settings: own } = await options();
      for (const { name } of own.processes) await runProgram([...own.restart, name]);
      await writeFile(restartsFile, '');
    },
  };
}
