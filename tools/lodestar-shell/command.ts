import { manageKeys } from 'gateway/publish/keys';
import { anyKey } from 'gateway/trust/signing-key';
import { readAddress, readArguments, resolveInputPath } from 'server-kit/command-line';
import { PlainError } from 'server-kit/plain-error';
import { serveGallery } from 'shared-ui/gallery/server';
import { freePorts, isFree } from '../commands/running/ports.ts';
import { type Backend, openBackend } from './backend.ts';
import { prepareData } from './data.ts';
import { ACCOUNT_ROWS } from './demo.ts';
import { type RunningShell, startShell } from './shell.ts';
import { DEFAULT_DATA, DEFAULT_PORT, GALLERY_PORT, USAGE } from './usage.ts';

/** Options for work with a deployed backend. */
interface BackendValues {
  backend?: string | undefined;
  key?: string | undefined;
  writable?: boolean | undefined;
}

/** Splits arguments into the folder after `--data`, resolved, and the remaining arguments. */
function takeData(args: string[], env: NodeJS.ProcessEnv): { data: string; rest: string[] } {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  const inline = args[at]?.split('=')[1];
  const folder = at === -1 ? DEFAULT_DATA : (inline ?? args[at + 1]);
  if (!folder) throw new PlainError('--data needs a folder (--help lists the options).');
  const rest = at === -1 ? args : args.toSpliced(at, inline === undefined ? 2 : 1);
  return { data: resolveInputPath(folder, env), rest };
}

/** Returns the port to listen on. Throws PlainError if it is no port, or in use. */
async function choosePort(input: string | undefined, fallback: number): Promise<number> {
  const port = Number(input ?? fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new PlainError(`--port must be a number from 0 to 65535, not "${input}".`);
  }
  if (port === 0) return (await freePorts(1))[0] ?? 0;
  if (await isFree(port)) return port;
  throw new PlainError(`Port ${port} is in use: stop what runs there, or choose another, e.g. --port ${port + 100}`);
}

function describeAccounts(): string {
  const rows = ACCOUNT_ROWS.map(
    ([{ email, password }, code, what]) => `    ${email.padEnd(24)}${password.padEnd(13)}${code.padEnd(13)}${what}`,
  );
  return rows.join('\n');
}

/** Returns the backend that the command line names; undefined without one. Throws PlainError. */
async function readBackend(
  { backend: url, key, writable = false }: BackendValues,
  env: NodeJS.ProcessEnv,
): Promise<Backend | undefined> {
  if (url === undefined && (key !== undefined || writable))
    throw new PlainError('--key and --writable need --backend: the demo on this machine takes every change.');
  if (url === undefined) return undefined;
  const project = { ...env, DATA_ROOT: resolveInputPath(env.DATA_ROOT || '.lodestar', env) };
  const privateKey = await anyKey(project, key);
  return openBackend({ url: readAddress(url, '--backend'), privateKey, access: writable ? 'write' : 'read' });
}

function describe({ origin }: RunningShell, data: string, backend: Backend | undefined): string {
  const end = `Keys, published remotes and the log are in ${data}. Ctrl-C stops everything.`;
  if (backend === undefined) {
    return `Lodestar runs at ${origin}

  Messages sent   ${origin}/outbox
  Demo accounts   email, password, wristband code; the PIN is in the messages, or 1379
${describeAccounts()}

  ${end}`;
  }
  const may = backend.access === 'write' ? 'What you change is changed there.' : 'Nothing is changed there.';
  return `Lodestar runs at ${origin}, with the data of ${backend.origin}. ${may}

  Sign in as a tester of that hospital: its operator runs npm run accounts -- make-tester EMAIL.
  Passkeys and identity providers work only at ${backend.origin}.

  ${end}`;
}

/** Runs the product until a signal stops it. */
async function run(port: number, data: string, backend: Backend | undefined): Promise<void> {
  const shell = await startShell({ port, data, ...(backend ? { backend } : {}) });
  const stop = () => void shell.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  console.log(describe(shell, data, backend));
}

/** Runs the command `lodestar-shell`. Throws PlainError. */
export async function lodestarShell(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { data, rest } = takeData(args, env);
  if (rest[0] === 'keys') {
    await prepareData(data);
    console.log(await manageKeys(rest.slice(1), { ...env, DATA_ROOT: data, TEAM_KEYS_FILE: '' }));
    return;
  }
  const { values, positionals } = readArguments(rest, {
    port: { type: 'string' },
    backend: { type: 'string' },
    key: { type: 'string' },
    writable: { type: 'boolean' },
  });
  const [command, ...more] = positionals;
  if (command === 'gallery' && more.length === 0) {
    const { url } = await serveGallery(await choosePort(values.port, GALLERY_PORT));
    console.log(`The gallery of shared-ui is at ${url}. Ctrl-C stops it.`);
    return;
  }
  if (command !== undefined) throw new PlainError(`There is no command "${positionals.join(' ')}".\n\n${USAGE}`);
  const port = await choosePort(values.port, DEFAULT_PORT);
  const backend = await readBackend(values, env);
  await prepareData(data);
  await run(port, data, backend);
}
