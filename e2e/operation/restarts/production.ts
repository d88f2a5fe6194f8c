/**
 * Production as described in docs/operate.md on one machine: PostgreSQL, three APIs, two recorders and two gateways,
 * each a separate process, behind HAProxy.
 */
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from 'mock-api/test/support/postgres';
import { REPO } from 'server-kit/paths';
import { GOOD } from 'tools/commands/production/testing/settings';
import { freePorts } from 'tools/commands/running/ports';
import { Balancer } from './balancer.ts';
import { LIMITS, PARTS, type Part, ServerProcess, startInOrder, upstreamsOf } from './server-process.ts';

/** Address of HAProxy and of the gateways: the only ones that may name the address of a caller. */
const HERE = '127.0.0.1';

export interface Production {
  postgres: PostgresServer;
  folder: string;
  processes: ServerProcess[];
  balancer: Balancer;
  of(part: Part): ServerProcess[];
  stop(): Promise<void>;
}

/**
 * @param counts number of processes per part
 * @param more settings of all processes
 */
export async function startProduction(
  counts: Record<Part, number>,
  more: NodeJS.ProcessEnv = LIMITS,
): Promise<Production> {
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-production-'));
  const postgres = await startPostgres();
  const processes: ServerProcess[] = [];
  const of = (part: Part) => processes.filter((process) => process.part === part);
  let balancer: Balancer | undefined;
  const stop = async () => {
    await balancer?.close();
    await Promise.all(processes.map((process) => process.end('SIGKILL')));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // Output of `npm run build`; the servers under test publish nothing.
    for (const made of ['deploy', 'keys/teams.json'])
      cpSync(join(REPO, '.lodestar', made), join(folder, made), { recursive: true });
    await mkdir(join(folder, 'logs'));
    const here = { DATABASE_URL: postgres.url, DATA_ROOT: folder, LOG_LEVEL: 'warn', TRUSTED_PROXIES: HERE };
    const settings = { ...GOOD, ...here, ...more };
    const ports = await freePorts(PARTS.reduce((sum, part) => sum + counts[part], 0));
    for (const part of PARTS) {
      const env = { ...process.env, ...settings, ...(part === 'gateway' && upstreamsOf(of)) };
      for (let number = 1; number <= counts[part]; number += 1) {
        const log = join(folder, 'logs', `${part}-${number}.log`);
        processes.push(new ServerProcess(`${part} ${number}`, part, { port: ports.shift() ?? 0, env, log }));
      }
    }
    await startInOrder(processes, (one) => one.spawn());
    balancer = await Balancer.start(
      folder,
      of('gateway').map(({ url }) => url),
    );
    return { postgres, folder, processes, balancer, of, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
