import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Build, publishBuilt, publishShell, readRemote } from '../publish/publisher.ts';
import { publicHalf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { temporaryFolder, writeRemoteBuild, writeShellBuild } from './fixtures.ts';
import { freePort } from './servers.ts';

const SERVER = join(import.meta.dirname, '..', 'server.ts');

/** A gateway process that can be killed and restarted at the same address. */
interface TestGateway {
  origin: string;
  root: string;
  start(): Promise<void>;
  /** Kills the process in any state and resolves when it has exited. */
  kill(): Promise<void>;
}

function processOf(env: NodeJS.ProcessEnv): { child: ChildProcess; listening: Promise<void> } {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes('"listening"') && resolve());
    child.once('close', (code) => reject(new Error(`a gateway ended with ${code}`)));
  });
  listening.catch(() => undefined);
  return { child, listening };
}

/** Starts three gateways that know each other, each with its own copy of the same deploy root. */
export async function threeGateways(test: TestContext) {
  const gateways: TestGateway[] = [];
  // Runs before the folder's own hook, which can't remove a folder that a gateway still writes to.
  test.after(() => Promise.all(gateways.map((gateway) => gateway.kill())));
  const folder = await temporaryFolder(test);
  const first = join(folder, 'root-0');
  await writeShellBuild(join(folder, 'shell'));
  await publishShell(first, join(folder, 'shell'));
  await writeRemoteBuild(join(folder, 'surveys'));
  await publishBuilt(first, join(folder, 'surveys'));
  const roots = [first, join(folder, 'root-1'), join(folder, 'root-2')];
  for (const root of roots.slice(1)) await cp(first, root, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const key: SigningKey = { team: 'ward', privateKey };
  const teamsFile = join(folder, 'teams.json');
  await writeFile(teamsFile, JSON.stringify({ ward: { publicKey: publicHalf(privateKey), remotes: ['surveys'] } }));
  const ports = await Promise.all(roots.map(freePort));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`).sort();
  const common = {
    HOST: '127.0.0.1',
    GATEWAYS: origins.join(),
    TEAM_KEYS_FILE: teamsFile,
    API_URL: 'http://127.0.0.1:9',
  };
  gateways.push(...roots.map((root, index) => gatewayAt(origins[index] ?? '', root, common)));
  await Promise.all(gateways.map((gateway) => gateway.start()));
  const build = async (version: string, content = 'one'): Promise<Build> => {
    const dir = join(folder, `surveys-${version}-${content}`);
    await writeRemoteBuild(dir, { version, content });
    return readRemote(dir);
  };
  return { gateways, origins, key, build, teamsFile };
}

function gatewayAt(origin: string, root: string, common: NodeJS.ProcessEnv): TestGateway {
  let child: ChildProcess | undefined;
  return {
    origin,
    root,
    async start() {
      const started = processOf({ ...common, PORT: new URL(origin).port, DEPLOY_ROOT: root });
      child = started.child;
      await started.listening;
    },
    async kill() {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const exited = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await exited;
    },
  };
}

/** Returns a gateway's registry as text; undefined while it is unreachable or refuses. */
export async function answerOf(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}/registry.json`, { signal: AbortSignal.timeout(2_000) });
    const text = await response.text();
    return response.ok ? text : undefined;
  } catch {
    return undefined;
  }
}
