import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../mock-api/test/support/postgres.ts';
import { freePorts } from '../../commands/running/ports.ts';
import { Services } from '../../commands/running/services.ts';
import type { Group } from './processors.ts';

export const ENGINES = ['PostgreSQL', 'SQLite'] as const;
export type Engine = (typeof ENGINES)[number];

/** API processes on one database, and a gateway in front of all of them. */
export interface Stage {
  apis: string[];
  gateway: string;
  /** Processes whose processor time is counted; SQLite runs inside the API's processes. */
  groups: { api: Group; gateway: Group; database: Group };
  stop(): Promise<void>;
}

export async function buildStage(engine: Engine, count: number): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), 'lodestar-throughput-'));
  const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
  const services = new Services(join(home, 'logs'));
  const stop = async () => {
    await services.stop();
    await postgres?.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const [gatewayPort = 0, ...ports] = await freePorts(count + 1);
    const database = postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: join(home, 'data') };
    const common = { HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
    const apis: string[] = [];
    for (const port of ports) {
      const url = `http://127.0.0.1:${port}`;
      const env = { ...common, ...database, PORT: String(port) };
      const health = `${url}/readyz`;
      await services.start({ name: `API ${port}`, script: 'mock-api/src/server.ts', env, health });
      apis.push(url);
    }
    const gateway = `http://127.0.0.1:${gatewayPort}`;
    const env = { ...common, PORT: String(gatewayPort), API_URL: apis.join(','), DEPLOY_ROOT: join(home, 'deploy') };
    const health = `${gateway}/api/health`;
    await services.start({ name: 'gateway', script: 'gateway/server.ts', env, health });
    const groups = {
      api: { pids: ports.map((port) => services.pidOf(`API ${port}`)) },
      gateway: { pids: [services.pidOf('gateway')] },
      database: { pids: postgres ? [await postgres.pid()] : [], family: true },
    };
    return { apis, gateway, groups, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
