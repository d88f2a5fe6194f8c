import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BuildError } from 'gateway/publish/package-build';
import { readFolder, writePlainFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import type { Configuration, webpack as Webpack } from 'webpack';

/** Builds a package under development. */
export interface Builder {
  /** Builds a version into a folder, in place of what it contains. Throws BuildError with the build's output. */
  build(version: string, to: string): Promise<void>;
  /** Ends the running build, if any. The next one reads the package's settings again. */
  stop(): void;
}

/**
 * Version of the code that the compiler writes, which is replaced afterwards: the compiler keeps its state only while
 * its settings stay the same, and every build is a new version.
 */
const PLACEHOLDER = '0.0.0-placeholder';

/** Returns a version in the form that names of variables contain. */
const inIdentifiers = (version: string) => version.replace(/[^A-Za-z0-9]/g, '_');

interface BuilderOptions {
  name: string;
  /** The package's folder. */
  folder: string;
  /** Folder for the compiler's output. */
  out: string;
  /** Folder of the compiler's persistent cache. */
  cache: string;
}

/** Result of one run of the compiler: its errors as text, empty if there are none. */
type Compiled = { errors: string };

/** Builds a package again and again, in a process that keeps the compiler's state: later builds take a fraction. */
export class PackageBuilder implements Builder {
  readonly #options: BuilderOptions;
  #process: ChildProcess | undefined;

  constructor(options: BuilderOptions) {
    this.#options = options;
  }

  async build(version: string, to: string): Promise<void> {
    const { name, out } = this.#options;
    const { errors } = await this.#compile();
    if (errors !== '') throw new BuildError(name, errors);
    const files = await readFolder(out);
    for (const [path, content] of files) if (/\.(js|json|map)$/.test(path)) files.set(path, named(content, version));
    await rm(to, { recursive: true, force: true });
    await writePlainFolder(to, files);
  }

  stop(): void {
    this.#process?.kill();
    this.#process = undefined;
  }

  #compile(): Promise<Compiled> {
    const compiler = this.#start();
    return new Promise((resolve) => {
      const onExit = () => resolve({ errors: output || 'The compiler ended without a message.' });
      let output = '';
      const collect = (piece: Buffer) => {
        output += piece;
      };
      for (const stream of [compiler.stdout, compiler.stderr]) stream?.on('data', collect);
      compiler.once('exit', onExit);
      compiler.once('message', (compiled: Compiled) => {
        compiler.off('exit', onExit);
        for (const stream of [compiler.stdout, compiler.stderr]) stream?.off('data', collect);
        resolve(compiled);
      });
      compiler.send('build');
    });
  }

  #start(): ChildProcess {
    const { folder, out, cache } = this.#options;
    const isRunning = this.#process?.connected === true && this.#process.exitCode === null;
    if (!isRunning) {
      const options = { cwd: folder, execArgv: ['--no-warnings'], silent: true };
      this.#process = fork(import.meta.filename, [folder, out, cache], options);
    }
    return this.#process as ChildProcess;
  }
}

/** Returns a file of a build under its final version. */
function named(content: Buffer, version: string): Buffer {
  const text = content.toString();
  if (!text.includes(PLACEHOLDER) && !text.includes(inIdentifiers(PLACEHOLDER))) return content;
  return Buffer.from(
    text.replaceAll(PLACEHOLDER, version).replaceAll(inIdentifiers(PLACEHOLDER), inIdentifiers(version)),
  );
}

/** Runs in the forked process: compiles on every message, and reports the result. */
function serveBuilds([folder = '', out = '', cache = '']: string[]): void {
  const webpack: typeof Webpack = createRequire(join(REPO, 'shared-ui', 'package.json'))('webpack');
  const configure: (env: object) => Configuration = createRequire(join(folder, 'package.json'))('./webpack.config.cjs');
  const configuration = configure({ dev: true, version: PLACEHOLDER });
  const compiler = webpack({
    ...configuration,
    output: { ...configuration.output, path: out },
    cache: { type: 'filesystem', cacheDirectory: cache },
    // Warnings of the federation plugin about settings that are intended.
    infrastructureLogging: { level: 'error' },
  });
  process.on('message', () => {
    compiler.run((error, stats) => {
      const found = stats?.hasErrors() ? stats.toString({ preset: 'errors-only', colors: false }) : '';
      process.send?.({ errors: error ? String(error) : found } satisfies Compiled);
    });
  });
}

if (import.meta.main) serveBuilds(process.argv.slice(2));
