import { join } from 'node:path';
import { readConfig, shownPath } from 'gateway/http/config';
import { readBrand } from 'gateway/pages/brand';
import { teamsFile } from 'gateway/trust/teams';
import { EnvironmentReader } from 'server-kit/environment';
import { PORT_WAIT_MS } from 'server-kit/listen';
import { dataRoot, deployRoot, REPO } from 'server-kit/paths';
import { type DemoHospital, startDemoHospital } from '../../fhir-server/hospital/hospital.ts';
import { buildChanged } from '../building/local-build.ts';
import { choosePorts, isFree, type Ports, requireFree } from './ports.ts';
import { pushKeys } from './push-keys.ts';
import { Services } from './services.ts';

export { runCommand } from 'server-kit/plain-error';

interface Running {
  /** Whether the demo's accounts and outbox exist. */
  demo: boolean;
  ports: Ports;
  /** Address of the gateway on this machine. */
  gateway: string;
  services: Services;
  logs: string;
}

/** Builds what changed, then starts API, recorder and gateway. Resolves when all three respond. */
export async function startEverything(env: NodeJS.ProcessEnv, dev: boolean): Promise<Running> {
  const ports = choosePorts(env);
  const settings = gatewayEnvironment(env, ports, dev);
  // Reports invalid settings or a broken brand before building anything.
  const { brandFile, demo } = readConfig({ ...env, ...settings });
  await readBrand(brandFile, shownPath(brandFile), demo);
  await requireFree(ports, PORT_WAIT_MS.demo, (line) => console.log(line));
  await buildChanged({ env, print: (line) => console.log(line) });
  const logs = join(dataRoot(env), 'logs');
  const services = new Services(logs);
  stopOnSignals(services);
  try {
    const hospital = demo ? await startHospital(services, env) : undefined;
    const feed = demo ? await demoFeed(env) : {};
    await startServices(services, env, ports, { gateway: settings, records: { ...hospital?.env, ...feed } });
    hospital?.notify(`http://127.0.0.1:${ports.api}`);
  } catch (thrown) {
    await services.stop();
    throw thrown;
  }
  return { demo, ports, gateway: `http://${listeningAddress(env)}:${ports.gateway}`, services, logs };
}

function gatewayEnvironment(env: NodeJS.ProcessEnv, ports: Ports, dev: boolean): Record<string, string> {
  return {
    PORT: String(ports.gateway),
    API_URL: `http://127.0.0.1:${ports.api}`,
    RECORDER_URL: env.RECORDER_URL || `http://localhost:${ports.recorder}/`,
    DEPLOY_ROOT: deployRoot(env),
    TEAM_KEYS_FILE: teamsFile(env),
    BRAND_FILE: env.BRAND_FILE || join(REPO, 'shell', 'brand.json'),
    DEV_MODE: dev ? '1' : '0',
    PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${ports.gateway}`,
  };
}

/** Returns the address on this machine of a server that listens on HOST. */
function listeningAddress({ HOST }: NodeJS.ProcessEnv): string {
  return HOST === undefined || ['', '0.0.0.0', '::', 'localhost'].includes(HOST) ? '127.0.0.1' : HOST;
}

/** Starts the demo's FHIR server in this process, unless the operator has connected another one. */
async function startHospital(services: Services, env: NodeJS.ProcessEnv): Promise<DemoHospital | undefined> {
  if (env.FHIR_BASE_URL) return undefined;
  const hospital = await startDemoHospital({
    data: dataFolder(env),
    keyFile: join(dataRoot(env), 'fhir-client', 'fhir.pem'),
    isReset: new EnvironmentReader(env).flag('DEMO_RESET', false),
  });
  services.beforeStop(() => hospital.close());
  return hospital;
}

/** Port of the demo's feed, to which `npm run hospital` sends. */
const FEED_PORT = 2575;

/** Returns where the demo listens for HL7 messages of this machine: nowhere if the port is taken. */
async function demoFeed({ HL7_PORT, HL7_TIME_ZONE }: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (HL7_PORT !== undefined || !(await isFree(FEED_PORT))) return {};
  return { HL7_PORT: String(FEED_PORT), HL7_TIME_ZONE: HL7_TIME_ZONE ?? 'America/Toronto' };
}

const dataFolder = (env: NodeJS.ProcessEnv) => join(dataRoot(env), 'data');

async function startServices(
  services: Services,
  env: NodeJS.ProcessEnv,
  ports: Ports,
  { gateway, records }: Record<'gateway' | 'records', Record<string, string>>,
): Promise<void> {
  const data = dataFolder(env);
  const application = `http://localhost:${ports.gateway}`;
  const listening = listeningAddress(env);
  await Promise.all([
    services.start({
      name: 'API',
      script: 'mock-api/src/server.ts',
      env: {
        PORT: String(ports.api),
        HOST: '127.0.0.1',
        DATA_DIR: data,
        PUBLIC_URL: env.PUBLIC_URL || application,
        BRAND_FILE: gateway.BRAND_FILE ?? '',
        RECORDER_URL: gateway.RECORDER_URL ?? '',
        ...pushKeys(env),
        ...records,
      },
      health: `http://127.0.0.1:${ports.api}/api/health`,
    }),
    services.start({
      name: 'recorder',
      script: 'mock-api/src/recorder/server.ts',
      env: {
        PORT: String(ports.recorder),
        DATA_DIR: data,
        ALLOWED_ORIGINS: env.ALLOWED_ORIGINS || application,
        // Both sides share one key: the page sends what the recorder expects.
        ...(env.RECORDER_AUTHORIZER ? { AUTHORIZER_KEY: env.RECORDER_AUTHORIZER } : {}),
      },
      health: `http://${listening}:${ports.recorder}/health`,
    }),
  ]);
  await services.start({
    name: 'gateway',
    script: 'gateway/server.ts',
    env: gateway,
    health: `http://${listening}:${ports.gateway}/healthz`,
  });
}

/** Stops everything that was started on Ctrl-C or when the terminal closes. */
function stopOnSignals(services: Services): void {
  const stop = () => void services.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** Waits until a service fails, stops the others and throws the reason. */
export async function endWithFirst({ services }: Running): Promise<never> {
  const reason = await services.failed;
  await services.stop();
  throw reason;
}
