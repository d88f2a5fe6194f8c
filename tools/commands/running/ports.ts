import { createServer } from 'node:net';
import { EnvironmentReader } from 'server-kit/environment';
import { listenWhenFree } from 'server-kit/listen';
import { hasCode, PlainError } from 'server-kit/plain-error';

export interface Ports {
  gateway: number;
  api: number;
  recorder: number;
}

/** Returns the ports to listen on: PORT, and the next two unless API_PORT or RECORDER_PORT is set. */
export function choosePorts(env: NodeJS.ProcessEnv): Ports {
  const reader = new EnvironmentReader(env);
  const { problems } = reader;
  const gateway = reader.port('PORT', 3000);
  const api = reader.port('API_PORT', gateway + 1);
  const recorder = reader.port('RECORDER_PORT', gateway + 2);
  if (problems.length > 0) throw new PlainError(`${problems.join('; ')}.`);
  if (new Set([gateway, api, recorder]).size < 3) {
    throw new PlainError(`PORT, API_PORT and RECORDER_PORT must differ; they are ${gateway}, ${api} and ${recorder}.`);
  }
  return { gateway, api, recorder };
}

const MEANT_FOR = {
  gateway: ['application', 'PORT'],
  api: ['API', 'API_PORT'],
  recorder: ['recorder', 'RECORDER_PORT'],
} as const;

/**
 * Waits until the ports are free. Throws a PlainError that names the first one still in use after `waitMs`, for each
 * port.
 */
export async function requireFree(ports: Ports, waitMs: number, print: (line: string) => void): Promise<void> {
  for (const key of ['gateway', 'api', 'recorder'] as const) {
    const [what, variable] = MEANT_FOR[key];
    const port = ports[key];
    const onWait = () =>
      print(`Port ${port}, meant for the ${what}, is in use: waiting up to ${waitMs / 1_000} s for it`);
    await listenWhenFree(() => probe(port), waitMs, onWait).catch((thrown: unknown) => {
      if (!hasCode(thrown, 'EADDRINUSE')) throw thrown;
      throw new PlainError(
        `Port ${port}, meant for the ${what}, is in use: stop what runs there, or choose another, e.g. ${variable}=${port + 100} npm start`,
      );
    });
  }
}

/** Listens on a port of this machine for a moment. */
function probe(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

/** Returns whether nothing listens on a port of this machine. */
export const isFree = (port: number): Promise<boolean> =>
  probe(port).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'EADDRINUSE')) return false;
      throw error;
    },
  );

/**
 * Start of the search range: above the ports of known services and below the ephemeral ports (from 32768 on Linux, from
 * 49152 elsewhere). A free ephemeral port may be taken by a connection before the server that it is meant for starts.
 */
const FIRST = 10_000;
const BLOCKS = 1_000;
const BLOCK = 22;

/** Processes that search at the same time, such as those of one test run, use separate blocks. */
const start = FIRST + (process.pid % BLOCKS) * BLOCK;
let tried = 0;

/**
 * Returns free ports of this machine for servers that are about to start. They are all different and change with each
 * call. Throws if the process's block has none left.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === BLOCK) throw new Error(`No ${count} free ports among the ${BLOCK} from ${start} on.`);
    const port = start + (tried++ % BLOCK);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
