import { manageKeys } from 'gateway/publish/keys';
import { readArguments, resolveInputPath } from 'server-kit/command-line';
import { PlainError } from 'server-kit/plain-error';
import { serveGallery } from 'shared-ui/gallery/server';
import { freePorts, isFree } from '../commands/running/ports.ts';
import { prepareData } from './data.ts';
import { ACCOUNT_ROWS } from './demo.ts';
import { startShell } from './shell.ts';
import { DEFAULT_DATA, DEFAULT_PORT, GALLERY_PORT, USAGE } from './usage.ts';

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

/** Runs the product until a signal stops it. */
async function run(port: number, data: string): Promise<void> {
  const shell = await startShell({ port, data });
  const stop = () => void shell.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  console.log(`Lodestar runs at ${shell.origin}

  Messages sent   ${shell.origin}/outbox
  Demo accounts   email, password, wristband code; the PIN is in the messages, or 1379
${describeAccounts()}

  Keys, published remotes and the log are in ${data}. Ctrl-C stops everything.`);
}

/** Runs the command `lodestar-shell`. Throws PlainError. */
export async function lodestarShell(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { data, rest } = takeData(args, env);
  if (rest[0] === 'keys') {
    await prepareData(data);
    console.log(await manageKeys(rest.slice(1), { ...env, DATA_ROOT: data, TEAM_KEYS_FILE: '' }));
    return;
  }
  const { values, positionals } = readArguments(rest, { port: { type: 'string' } });
  const [command, ...more] = positionals;
  if (command === 'gallery' && more.length === 0) {
    const { url } = await serveGallery(await choosePort(values.port, GALLERY_PORT));
    console.log(`The gallery of shared-ui is at ${url}. Ctrl-C stops it.`);
    return;
  }
  if (command !== undefined) throw new PlainError(`There is no command "${positionals.join(' ')}".\n\n${USAGE}`);
  const port = await choosePort(values.port, DEFAULT_PORT);
  await prepareData(data);
  await run(port, data);
}
