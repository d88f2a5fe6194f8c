import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Api } from '../../e2e/support/api.ts';
import { deployRoot } from '../../gateway/common/paths.ts';
import { PlainError } from '../../gateway/common/plain-error.ts';
import { RECORDER_PATH } from '../../gateway/http/proxy.ts';
import type { StartedProduct } from './command.ts';

const PACKAGE = 'lodestar-shell';

/** Returns the script behind the command `lodestar-shell` of a project, or undefined if it is not installed there. */
export async function shellCommand(project = process.cwd()): Promise<string | undefined> {
  try {
    const file = createRequire(join(project, 'package.json')).resolve(`${PACKAGE}/package.json`);
    const { bin } = JSON.parse(await readFile(file, 'utf8')) as { bin: Record<string, string> };
    return join(dirname(file), bin[PACKAGE] ?? '');
  } catch {
    return undefined;
  }
}

/** Starts the packaged shell with new data. Throws PlainError with its output if it doesn't start. */
export async function startShell(command: string): Promise<StartedProduct> {
  const data = await mkdtemp(join(tmpdir(), 'conformance-shell-'));
  const child = spawn(process.execPath, [command, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Unlike "exit", this comes after the last output.
  const exited = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(data, { recursive: true, force: true });
  };
  let output = '';
  const url = await new Promise<string | undefined>((resolve) => {
    const read = (text: string) => {
      output += text;
      const [, origin] = /Lodestar runs at (\S+)/.exec(output) ?? [];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    void exited.then(() => resolve(undefined));
  });
  if (url === undefined) {
    await stop();
    throw new PlainError(`${PACKAGE} does not start:\n${output.trim()}`);
  }
  const recorderUrl = new URL(RECORDER_PATH, url).href;
  return { url, recorderUrl, deployRoot: deployRoot({ DATA_ROOT: data }), api: new Api(url), stop };
}
