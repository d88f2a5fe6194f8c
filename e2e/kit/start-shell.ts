import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface Options {
  /** Folder of keys and published remotes; by default a new one that is removed at the end. */
  data?: string;
  /** Port of the application; by default a free one. */
  port?: number;
  /** Script to run; by default that of the package installed in this project. */
  command?: string | undefined;
  /** Further arguments, such as `--backend`. */
  args?: readonly string[];
}

/** A `lodestar-shell` that runs in its own process. */
export interface RunningShell {
  /** Address of the application. */
  origin: string;
  /** Folder of keys and published remotes. */
  data: string;
  stop(): Promise<void>;
}

/** Returns the script behind the command `lodestar-shell` of a project, or undefined if it is not installed there. */
export async function shellCommand(project = process.cwd()): Promise<string | undefined> {
  try {
    const file = createRequire(join(project, 'package.json')).resolve('lodestar-shell/package.json');
    const { bin } = JSON.parse(await readFile(file, 'utf8')) as { bin: { 'lodestar-shell': string } };
    return join(dirname(file), bin['lodestar-shell']);
  } catch {
    return undefined;
  }
}

const READY = /^Lodestar runs at ([^\s,]+),?/m;

/** Resolves with the address when the shell is ready. Rejects with its output when it ends before. */
function whenReady(child: ChildProcess): Promise<string> {
  return new Promise((found, reject) => {
    let output = '';
    const read = (text: string) => {
      output += text;
      const origin = READY.exec(output)?.[1];
      if (origin !== undefined) found(origin);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    // Unlike "exit", this comes after the last output.
    child.once('close', () => reject(new Error(`lodestar-shell has ended:\n${output.trim()}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts the installed `lodestar-shell` with new demo data. Resolves when it is ready. Throws if it doesn't start. */
export async function startShell({ data, port = 0, command, args = [] }: Options = {}): Promise<RunningShell> {
  const script = command ?? (await shellCommand());
  if (script === undefined) {
    throw new Error('lodestar-shell is not installed in this project: npm install lodestar-shell-VERSION.tgz');
  }
  const folder = data === undefined ? await mkdtemp(join(tmpdir(), 'lodestar-e2e-')) : resolve(data);
  // The channel ends with this process, and the shell ends with the channel.
  const child = spawn(process.execPath, [script, '--port', String(port), '--data', folder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = async () => {
    await end(child);
    if (data === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    return { origin: await whenReady(child), data: folder, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
