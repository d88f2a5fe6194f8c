import http from 'node:http';
import https from 'node:https';
import { PORT_WAIT_MS } from 'server-kit/listen';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { buildChanged } from './building/local-build.ts';
import { environments, hasOwnRecorder, localTls, PARTS, type Part } from './production/environments.ts';
import { readReleaseManifest } from './production/release-manifest.ts';
import { settingsProblems } from './production/settings.ts';
import { choosePorts, requireFree } from './running/ports.ts';
import { Services } from './running/services.ts';

const USAGE = `Usage: npm run serve                              # everything on this machine
       npm run serve -- api|recorder|gateway     # one process of it`;

/** Entry module of each process. */
const SERVERS = {
  api: '../../mock-api/src/server.ts',
  recorder: '../../mock-api/src/recorder/server.ts',
  gateway: '../../gateway/server.ts',
};

/** Logs a message of this command in the format of the services' log lines. */
const print = (msg: string) => {
  const line = { level: 30, time: new Date().toISOString(), service: 'serve', requestId: 'process', msg };
  console.log(JSON.stringify(line));
};

function readParts(words: readonly string[]): readonly Part[] {
  if (words.length === 0) return PARTS;
  const [word] = words;
  const part = PARTS.find((name) => name === word);
  if (part === undefined || words.length > 1) throw new PlainError(USAGE);
  return [part];
}

async function checkSettings(parts: readonly Part[]): Promise<void> {
  const problems = await settingsProblems(process.env, parts);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  - ${problem}`);
  throw new PlainError(
    `Production can't start, and nothing was started:\n${lines.join('\n')}\nSee docs/operate.md for each setting.`,
  );
}

/** Turns this process into one of the servers, which handles signals and logging itself. */
async function runPart(part: Part): Promise<void> {
  Object.assign(process.env, environments(process.env, [part])[part]);
  const server: { main?: () => Promise<void> } = await import(SERVERS[part]);
  await server.main?.();
}

const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Returns whether the process with these settings reports that it is ready. The certificate is not verified, because
 * none is issued for the local address.
 */
function isReady(part: Part, settings: Readonly<Record<string, string>>): Promise<boolean> {
  const { HOST = '', PORT = '3000' } = settings;
  const host = ['', '0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  const { isSecure, certificate } = localTls(part, settings);
  const { request } = isSecure ? https : http;
  const own = { rejectUnauthorized: false, ...certificate };
  const options = { host, port: PORT, path: '/readyz', timeout: RESPONSE_TIMEOUT_MS, ...own };
  return new Promise((resolve) => {
    const call = request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(false));
    call.end();
  });
}

async function runAll(): Promise<void> {
  const { env } = process;
  const ports = choosePorts(env);
  const settings = environments(env, PARTS);
  await requireFree(ports, PORT_WAIT_MS.production, print);
  // The pages of a packed release were published when it was installed.
  if ((await readReleaseManifest(REPO)) === undefined) await buildChanged({ env, print });
  const services = new Services('inherit');
  const stop = () => void services.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const start = (name: string, part: Part, script: string) =>
    services.start({ name, script, env: settings[part], health: () => isReady(part, settings[part]) });
  try {
    await Promise.all([
      start('API', 'api', 'mock-api/src/server.ts'),
      ...(hasOwnRecorder(env) ? [] : [start('recorder', 'recorder', 'mock-api/src/recorder/server.ts')]),
    ]);
    await start('gateway', 'gateway', 'gateway/server.ts');
  } catch (thrown) {
    await services.stop();
    throw thrown;
  }
  print(`Lodestar runs at ${env.PUBLIC_URL}`);
  const reason = await services.failed;
  await services.stop();
  throw reason;
}

runCommand(async () => {
  const parts = readParts(process.argv.slice(2));
  await checkSettings(parts);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) await runPart(only);
  else await runAll();
});
