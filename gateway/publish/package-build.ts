import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { toRemoteName } from 'server-kit/command-line';
import { exists } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { type FormOf, VERSION } from 'shared-ui/contract/documents';

const CONFIG = 'webpack.config.cjs';

export function packageFolder(name: string): string {
  return join(REPO, name === 'shell' ? 'shell' : `${name}-mfe`);
}

const { workspaces } = JSON.parse(readFileSync(join(REPO, 'package.json'), 'utf8')) as { workspaces: string[] };

/** The remotes of this repository: workspaces `<name>-mfe` that can be built. */
export const REMOTE_NAMES: readonly string[] = workspaces
  .flatMap((workspace) => /^([a-z][a-z0-9-]*)-mfe$/.exec(workspace)?.[1] ?? [])
  .filter((name) => existsSync(join(packageFolder(name), CONFIG)));

export interface BuildRequest {
  /** A remote's name, or "shell". */
  name: string;
  version: string;
  /** The output folder. Not the package's own dist: builds for different deploy roots must not share one. */
  out: string;
  /** The package's folder, if it is outside this repository. */
  folder?: string;
  /** Whether the build checks types and holds those of the remote (default). Without, it takes half the time. */
  hasTypes?: boolean;
}

/** Thrown when a build fails, with webpack's complete output. */
export class BuildError extends PlainError {
  readonly output: string;
  constructor(name: string, output: string) {
    super(`${output}\n\nThe build of ${name} failed; its messages are above.`);
    this.output = output;
  }
}

/** Returns the name of a remote that can be built here, from user input. @throws PlainError when it is unknown */
export function remoteNamed(input: string): string {
  const name = toRemoteName(input);
  if (REMOTE_NAMES.includes(name)) return name;
  throw new PlainError(`There is no remote called "${input}"; there are ${REMOTE_NAMES.join(', ')}.`);
}

const PACKAGE: FormOf<{ version: string }> = {
  kind: 'object',
  required: { version: { kind: 'text', rule: VERSION } },
  optional: {},
};

export async function packageVersion(name: string, folder = packageFolder(name)): Promise<string> {
  const file = join(folder, 'package.json');
  return readDocument<{ version: string }>(await readFile(file, 'utf8'), file, PACKAGE).version;
}

/** Builds one package. @throws BuildError with webpack's output */
export async function buildPackage(request: BuildRequest): Promise<void> {
  const { name, version, out, folder = packageFolder(name), hasTypes = true } = request;
  const config = join(folder, CONFIG);
  if (!(await exists(config))) throw new PlainError(`${config} is missing, so ${name} can't be built.`);
  const env = [`version=${version}`, ...(hasTypes ? [] : ['untyped'])].flatMap((one) => ['--env', one]);
  const args = [webpackCommand(), '--config', config, ...env, '--output-path', out];
  const { code, output } = await run(args, folder);
  if (code !== 0) throw new BuildError(name, output.trim());
}

/** webpack's command is a dependency of shared-ui, which holds the federation preset. */
function webpackCommand(): string {
  const { resolve } = createRequire(join(REPO, 'shared-ui', 'package.json'));
  return join(dirname(resolve('webpack-cli/package.json')), 'bin', 'cli.js');
}

function run(args: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
