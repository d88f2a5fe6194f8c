import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Build, publishBuilt, publishShell, readRemote } from '../publish/publisher.ts';
import { startScript } from './commands.ts';
import { temporaryFolder, writeFiles, writeRemoteBuild, writeShellBuild } from './fixtures.ts';
import { freePort } from './servers.ts';
import { makeTeam } from './teams.ts';

const SERVER = join(import.meta.dirname, '..', 'server.ts');

/** Starts three gateways that know each other, each with its own copy of the same deploy root. */
export async function threeGateways(test: TestContext) {
  const gateways: ReturnType<typeof gatewayAt>[] = [];
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
  const { key, listed } = makeTeam('ward', ['surveys']);
  await writeFiles(folder, { 'teams.json': JSON.stringify({ ward: listed }) });
  const ports = await Promise.all(roots.map(freePort));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`).sort();
  const addresses = { HOST: '127.0.0.1', GATEWAYS: origins.join(), API_URL: 'http://127.0.0.1:9' };
  const common = { ...addresses, TEAM_KEYS_FILE: join(folder, 'teams.json') };
  gateways.push(...roots.map((root, index) => gatewayAt(origins[index] ?? '', { ...common, DEPLOY_ROOT: root })));
  await Promise.all(gateways.map((gateway) => gateway.start()));
  const build = async (version: string): Promise<Build> => {
    const dir = join(folder, `surveys-${version}`);
    await writeRemoteBuild(dir, { version });
    return readRemote(dir);
  };
  return { gateways, origins, key, build };
}

/** Returns a gateway process that can be killed in any state and restarted at the same address. */
function gatewayAt(origin: string, env: NodeJS.ProcessEnv) {
  let running: ReturnType<typeof startScript> | undefined;
  return {
    origin,
    /** Resolves when the gateway listens. Throws if the process ends before. */
    async start(): Promise<void> {
      const { child, ended, output } = startScript(SERVER, [], { ...env, PORT: new URL(origin).port });
      running = { child, ended, output };
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => output().includes('"listening"') && resolve());
        ended.then(({ code, output: said }) => reject(new Error(`a gateway ended with ${code}: ${said}`)));
      });
    },
    async kill(): Promise<void> {
      running?.child.kill('SIGKILL');
      await running?.ended;
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
