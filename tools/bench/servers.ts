import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Records } from '../../e2e/support/hospital/records.ts';
import { freePorts } from '../commands/running/ports.ts';
import { Services } from '../commands/running/services.ts';
import { BENCH_TEAMS, type DeployRoots, KINDS, type Kind } from './builds.ts';
import { SCREENS, type ScreenName } from './page/screens.ts';

/** The running servers that the bench measures. */
export interface Running {
  /** Base URL for each screen of each kind. */
  urls: Record<Kind, Record<ScreenName, string>>;
  apiUrl: string;
  /** Direct access to the API's database. */
  records: Records;
  /** Token of a full session of the demo's first patient. */
  token: string;
  stop(): Promise<void>;
}

/** A demo account (docs/product-rules.md#demo-data). */
export const ACCOUNT = { username: 'patient@example.org', password: 'Demo-pass1' };

/** Starts the API on a fresh database, and one gateway process per deploy root. */
export async function startServers(roots: DeployRoots): Promise<Running> {
  const home = await mkdtemp(join(tmpdir(), 'lodestar-bench-'));
  const services = new Services(join(home, 'logs'));
  const stop = async () => {
    await services.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const folders = [...new Set(KINDS.flatMap((kind) => SCREENS.map(({ name }) => roots[kind][name])))];
    const [apiPort = 0, ...ports] = await freePorts(folders.length + 1);
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    await startApi(services, apiPort, apiUrl, join(home, 'data'));
    const served = new Map<string, string>();
    for (const [index, folder] of folders.entries()) {
      served.set(folder, await startGateway(services, ports[index] ?? 0, apiUrl, folder));
    }
    const records = new Records(join(home, 'data'));
    return { urls: urlsOf(roots, served), apiUrl, records, token: await signIn(apiUrl), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Starts one more gateway for each of these deploy roots, on a running API. Returns their URLs by the same names. */
export async function serve<Name extends string>(apiUrl: string, roots: Record<Name, string>) {
  const home = await mkdtemp(join(tmpdir(), 'lodestar-bench-'));
  const services = new Services(join(home, 'logs'));
  const stop = async () => {
    await services.stop();
    await rm(home, { recursive: true, force: true });
  };
  const names = Object.keys(roots) as Name[];
  const ports = await freePorts(names.length);
  const urls = {} as Record<Name, string>;
  for (const [index, name] of names.entries())
    urls[name] = await startGateway(services, ports[index] ?? 0, apiUrl, roots[name]);
  return { urls, stop };
}

function startApi(services: Services, port: number, url: string, data: string): Promise<void> {
  return services.start({
    name: 'API',
    script: 'mock-api/src/server.ts',
    env: { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data, LOG_LEVEL: 'warn' },
    health: `${url}/api/health`,
  });
}

async function startGateway(services: Services, port: number, apiUrl: string, folder: string): Promise<string> {
  await services.start({
    name: `gateway ${port}`,
    script: 'gateway/server.ts',
    env: { PORT: String(port), HOST: 'localhost', API_URL: apiUrl, DEPLOY_ROOT: folder, TEAM_KEYS_FILE: BENCH_TEAMS },
    health: `http://localhost:${port}/healthz`,
  });
  return `http://localhost:${port}`;
}

function urlsOf(roots: DeployRoots, served: Map<string, string>): Running['urls'] {
  const ofKind = (kind: Kind) => ({
    welcome: served.get(roots[kind].welcome) ?? '',
    home: served.get(roots[kind].home) ?? '',
  });
  return { federated: ofKind('federated'), routes: ofKind('routes'), bundle: ofKind('bundle') };
}

async function signIn(apiUrl: string): Promise<string> {
  const response = await fetch(`${apiUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  if (!response.ok) throw new Error(`Signing in for the bench answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}
