import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from 'gateway/app';
import { readConfig as readGatewayConfig } from 'gateway/http/config';
import { readBrand } from 'gateway/pages/brand';
import { teamsFile } from 'gateway/trust/teams';
import { buildApp } from 'mock-api/app';
import { logger } from 'mock-api/common/logging';
import { readConfig } from 'mock-api/config/config';
import { buildRecorder } from 'mock-api/recorder/app';
import { readRecorderConfig } from 'mock-api/recorder/config';
import { deployRoot, REPO } from 'server-kit/paths';
import { pushKeys } from '../commands/running/push-keys.ts';
import { startDemoHospital } from '../fhir-server/hospital/hospital.ts';
import { type Backend, serveBackend } from './backend.ts';
import { playDemo } from './demo.ts';

interface ShellOptions {
  port: number;
  /** Folder of keys and published remotes, prepared for this package. */
  data: string;
  /** A deployed backend to use in place of a demo on this machine. */
  backend?: Backend;
}

/** A running product. */
export interface RunningShell {
  origin: string;
  stop(): Promise<void>;
}

/** Developers and tests sign in with few accounts many times an hour. */
const LIMITS = {
  LIMIT_TEXTS_PER_NUMBER_10_MINUTES: '1000',
  LIMIT_TEXTS_PER_NUMBER_HOUR: '1000',
  LIMIT_TEXTS_PER_NUMBER_DAY: '1000',
  LIMIT_TEXTS_PER_ACCOUNT_HOUR: '1000',
  LIMIT_TEXTS_PER_ACCOUNT_DAY: '1000',
  LIMIT_TEXTS_PER_ADDRESS_HOUR: '1000',
};

/** Tests read what the recorder got; the product's own demo drops it. */
const KEPT = { SURVEY_RETENTION: 'keep' };

const LOCAL = '127.0.0.1';
const BRAND_FILE = join(REPO, 'shell', 'brand.json');

/** Listens on a free port of this machine. Returns the address. */
async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: LOCAL, port: 0 });
  return `http://${LOCAL}:${(app.server.address() as AddressInfo).port}`;
}

type Servers = { close(): PromiseLike<unknown> }[];

/** Where a gateway finds API and recorder, and other settings that it shares with them. */
type Services = Record<'API_URL' | 'RECORDER_UPSTREAM', string> & NodeJS.ProcessEnv;

/** Starts hospital, recorder and API with new demo data. @param servers gets what to close */
async function startDemo(servers: Servers, origin: string, data: string, memory: string, log: WriteStream) {
  const keyFile = join(data, 'fhir-client', 'fhir.pem');
  const hospital = await startDemoHospital({ data: memory, keyFile, isReset: true });
  servers.push(hospital);
  const recorderConfig = readRecorderConfig({ DATA_DIR: memory, ALLOWED_ORIGINS: origin, ...KEPT });
  const recorder = await buildRecorder(recorderConfig, logger('recorder', recorderConfig.logLevel, log));
  servers.push(recorder);
  const recorderUrl = await listen(recorder);
  const config = readConfig({
    DATA_DIR: memory,
    PUBLIC_URL: origin,
    BRAND_FILE,
    RECORDER_UPSTREAM: recorderUrl,
    ...LIMITS,
    ...pushKeys({ DATA_ROOT: data }),
    ...hospital.env,
  });
  const api = await buildApp(config, logger('api', config.logLevel, log));
  servers.push(api);
  const apiUrl = await listen(api);
  hospital.notify(apiUrl);
  await playDemo(apiUrl);
  return { API_URL: apiUrl, RECORDER_UPSTREAM: recorderUrl, ...KEPT } satisfies Services;
}

/** Starts what passes calls on to a backend. @param servers gets what to close */
async function startPassing(servers: Servers, backend: Backend): Promise<Services> {
  const server = await serveBackend(backend);
  servers.push(server);
  const { authorizer, retention } = backend.recorder;
  const recorder = { RECORDER_AUTHORIZER: authorizer, SURVEY_RETENTION: retention };
  return { API_URL: server.url, RECORDER_UPSTREAM: server.url, ...recorder };
}

/**
 * Starts the whole product in this process, with new demo data in a temporary folder; or, with a backend, only the
 * gateway. Resolves when it is ready. Throws PlainError.
 */
export async function startShell({ port, data, backend }: ShellOptions): Promise<RunningShell> {
  const origin = `http://localhost:${port}`;
  const memory = await mkdtemp(join(tmpdir(), 'lodestar-shell-'));
  await mkdir(join(data, 'logs'), { recursive: true });
  const log = createWriteStream(join(data, 'logs', 'shell.log'));
  const servers: Servers = [];
  const stop = async () => {
    for (const server of servers.toReversed()) await server.close();
    log.end();
    await rm(memory, { recursive: true, force: true });
  };
  try {
    const services = await (backend ? startPassing(servers, backend) : startDemo(servers, origin, data, memory, log));
    const gatewayConfig = readGatewayConfig({
      PORT: String(port),
      DEPLOY_ROOT: deployRoot({ DATA_ROOT: data }),
      TEAM_KEYS_FILE: teamsFile({ DATA_ROOT: data }),
      BRAND_FILE,
      ...services,
    });
    // The pages' own settings come last: test versions stay allowed on this machine, whatever the backend is.
    const config = { ...gatewayConfig, ...backend?.settings };
    const gateway = await buildGateway({ config, brand: await readBrand(BRAND_FILE), logTo: log });
    servers.push(gateway);
    await gateway.listen({ port, host: gatewayConfig.host });
    return { origin, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
