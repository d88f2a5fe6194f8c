import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { hasCode } from 'server-kit/plain-error';
import type { DevError } from 'shared-ui/contract';

interface TypeCheckOptions {
  /** The package's folder. */
  folder: string;
  /** Folder of the compiler's incremental build information. */
  cache: string;
  /** Called after every check with all errors. Files are relative to the package's folder. */
  onChecked(errors: DevError[]): void;
}

/**
 * Checks the types of a package on request. The compiler's own watch mode is not used, because it misses changes during
 * its first run.
 */
export class TypeChecks {
  readonly #options: TypeCheckOptions;
  #running: ChildProcess | undefined;

  constructor(options: TypeCheckOptions) {
    this.#options = options;
  }

  /**
   * Starts a check and cancels a running one, because the sources have changed since. A package without a tsconfig.json
   * or without an installed compiler is not checked.
   */
  refresh(): void {
    this.stop();
    const { folder, cache, onChecked } = this.#options;
    const tsc = tscOf(folder);
    if (tsc === undefined || !existsSync(join(folder, 'tsconfig.json'))) return;
    const incremental = ['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')];
    const args = ['--no-warnings', tsc, '-p', folder, '--noEmit', '--pretty', 'false', ...incremental];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running = child;
    // The page loads the new build meanwhile.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        output += piece;
      });
    }
    child.on('close', (code) => {
      if (this.#running !== child) return;
      this.#running = undefined;
      onChecked(code === 0 ? [] : errorsOf(output, code));
    });
  }

  /** Cancels the running check. */
  stop(): void {
    this.#running?.kill();
    this.#running = undefined;
  }
}

/** A check that failed without reporting an error could not run, which counts as one error. */
function errorsOf(output: string, code: number | null): DevError[] {
  const errors = typeErrors(output);
  return errors.length > 0 ? errors : [{ message: output.trim() || `The compiler ended with code ${code}.` }];
}

/** Returns the compiler that the package depends on; undefined if it is not installed. */
function tscOf(folder: string): string | undefined {
  try {
    const { resolve } = createRequire(join(folder, 'package.json'));
    return join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');
  } catch (thrown) {
    if (hasCode(thrown, 'MODULE_NOT_FOUND')) return undefined;
    throw thrown;
  }
}

const IN_FILE = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/;
const ANYWHERE = /^error (TS\d+): (.*)$/;

/** Returns the errors that `tsc --pretty false` prints. */
export function typeErrors(output: string): DevError[] {
  const errors: DevError[] = [];
  for (const line of output.split(/\r?\n/)) {
    const error = errorIn(line);
    const last = errors.at(-1);
    if (error) errors.push(error);
    else if (/^\s+\S/.test(line) && last) last.message += `\n${line.trimEnd()}`;
  }
  return errors;
}

function errorIn(line: string): DevError | undefined {
  const [, file, row, column, code, message] = IN_FILE.exec(line) ?? [];
  if (file) return { message: `${message} (${code})`, file, line: Number(row), column: Number(column) };
  const [, ownCode, text] = ANYWHERE.exec(line) ?? [];
  return ownCode ? { message: `${text} (${ownCode})` } : undefined;
}
