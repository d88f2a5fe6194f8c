import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startPostgres } from 'mock-api/test/support/postgres';
import { publishBuilt, publishShell } from '../publish/publisher.ts';
import { startScript } from './commands.ts';
import { temporaryFolder, writeFiles, writeRemoteBuild, writeShellBuild } from './fixtures.ts';
import { freePort } from './servers.ts';
import { makeTeam, pemOf } from './teams.ts';

const SERVER = join(import.meta.dirname, '..', 'server.ts');
const PUBLISH = join(import.meta.dirname, '..', 'publish-remote.ts');

/** Starts three gateways on one database; it is filled from the deploy root of the first, the others have none. */
export async function threeGateways(test: TestContext) {
  const gateways: ReturnType<typeof gatewayAt>[] = [];
  const database = await startPostgres();
  // Runs before the folder's own hook, which can't remove a folder that a gateway still writes to.
  test.after(async () => {
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    await database.stop();
  });
  const folder = await temporaryFolder(test);
  const roots = [0, 1, 2].map((number) => join(folder, `root-${number}`));
  const [first = ''] = roots;
  await writeShellBuild(join(folder, 'shell'));
  await publishShell(first, join(folder, 'shell'));
  await writeRemoteBuild(join(folder, 'surveys'));
  await publishBuilt(first, join(folder, 'surveys'));
  const { key, listed } = makeTeam('ward', ['surveys']);
  await writeFiles(folder, { 'teams.json': JSON.stringify({ ward: listed }), 'ward.pem': pemOf(key) });
  const ports = await Promise.all(roots.map(freePort));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const addresses = { HOST: '127.0.0.1', GATEWAYS: origins.join(), API_URL: 'http://127.0.0.1:9' };
  const keys = { DATA_ROOT: join(folder, 'data'), TEAM_KEYS_FILE: join(folder, 'teams.json') };
  const common = { ...addresses, ...keys, GATEWAY_DATABASE_URL: database.url };
  gateways.push(...roots.map((root, index) => gatewayAt(origins[index] ?? '', { ...common, DEPLOY_ROOT: root })));
  for (const gateway of gateways) await gateway.start();
  /** Starts the command that publishes a version of surveys. */
  const publish = async (version: string) => {
    const dir = join(folder, `surveys-${version}`);
    await writeRemoteBuild(dir, { version });
    const args = ['--dir', dir, '--key', join(folder, 'ward.pem')];
    return startScript(PUBLISH, args, { ...keys, GATEWAYS: origins.join() });
  };
  return { gateways, origins, database, publish };
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
