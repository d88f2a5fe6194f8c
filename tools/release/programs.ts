import { spawn } from 'node:child_process';
import { PlainError, reasonOf } from 'server-kit/plain-error';

interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** User and group that the program runs as; those of this process when absent. */
  identity?: { uid: number; gid: number } | undefined;
}

/**
 * Runs a program to its end.
 * @returns what it wrote to standard output
 * @throws PlainError with its messages when it can't be started or fails
 */
export function runProgram([file = '', ...args]: readonly string[], options: RunOptions = {}): Promise<string> {
  const { identity, ...rest } = options;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(file, args, { ...rest, ...identity, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let messages = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  child.once('error', (error) => reject(new PlainError(`${file} can't be run: ${reasonOf(error)}`)));
  child.once('close', (code) => {
    if (code === 0) resolve(output);
    else reject(new PlainError(messages.trim() || output.trim() || `${[file, ...args].join(' ')} failed.`));
  });
  return promise;
}
