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
}

/** A `lodestar-shell` that runs in its own process. */
export interface RunningShell {
  /** Address of the application. */
  origin: string;
  /** Folder of keys and published remotes. */
  data: string;
  stop(): Promise<void>;
}

/** Returns the command of the installed package. Throws if it isn't installed. */
async function commandFile(): Promise<string> {
  const project = createRequire(join(process.cwd(), 'package.json'));
  let file: string;
  try {
    file = project.resolve('lodestar-shell/package.json');
  } catch {
    throw new Error('lodestar-shell is not installed in this project: npm install lodestar-shell-VERSION.tgz');
  }
  const { bin } = JSON.parse(await readFile(file, 'utf8')) as { bin: { 'lodestar-shell': string } };
  return join(dirname(file), bin['lodestar-shell']);
}

const READY = /^Lodestar runs at (\S+)$/m;

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
    child.once('exit', () => reject(new Error(`lodestar-shell has ended:\n${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts the installed `lodestar-shell` with new demo data. Resolves when it is ready. */
export async function startShell({ data, port = 0 }: Options = {}): Promise<RunningShell> {
  const command = await commandFile();
  const folder = data === undefined ? await mkdtemp(join(tmpdir(), 'lodestar-e2e-')) : resolve(data);
  // The channel ends with this process, and the shell ends with the channel.
  const child = spawn(process.execPath, [command, '--port', String(port), '--data', folder], {
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
