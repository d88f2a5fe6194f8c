import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { exists } from './disk.ts';
import { Fields, parseJson } from './fields.ts';
import { REPO } from './paths.ts';
import { PlainError } from './plain-error.ts';
import { REMOTE_NAMES, VERSION_RULE } from './registry.ts';

export interface BuildRequest {
  /** A remote's name, or "shell". */
  name: string;
  version: string;
  /** The folder to write to. Not the package's own dist: builds for different deploy roots must not meet there. */
  out: string;
  dev?: boolean;
  /** Where webpack may keep what it knows between builds. */
  cache?: string;
}

/** The remote's name for what a person typed ("surveys" or "surveys-mfe"). */
export function remoteNamed(typed: string): string {
  const name = typed.replace(/\/$/, '').replace(/-mfe$/, '');
  if (REMOTE_NAMES.some((known) => known === name)) return name;
  throw new PlainError(`There is no remote called "${typed}"; there are ${REMOTE_NAMES.join(', ')}.`);
}

/** The folder of a remote, or of the shell. */
export function packageFolder(name: string): string {
  return join(REPO, name === 'shell' ? 'shell' : `${name}-mfe`);
}

/** The version in the package's own package.json. */
export async function packageVersion(name: string): Promise<string> {
  const file = join(packageFolder(name), 'package.json');
  const fields = new Fields(file);
  const data = fields.object(parseJson(await readFile(file, 'utf8'), file), 'package.json');
  const version = fields.text(data.version, 'version', VERSION_RULE);
  fields.done();
  return version;
}

/** Builds one package. Throws with webpack's own words on failure. */
export async function buildPackage({ name, version, out, dev = false, cache }: BuildRequest): Promise<void> {
  const folder = packageFolder(name);
  const config = join(folder, 'webpack.config.cjs');
  if (!(await exists(config))) throw new PlainError(`${config} is missing, so ${name} can't be built.`);
  const args = [webpackCommand(), '--config', config, '--env', `version=${version}`, '--output-path', out];
  if (dev) args.push('--env', 'dev');
  if (cache !== undefined) args.push('--cache-type', 'filesystem', '--cache-cache-directory', cache);
  const { code, output } = await run(args, folder);
  if (code !== 0) throw new PlainError(`${output.trim()}\n\nThe build of ${name} failed; its messages are above.`);
}

/** webpack's command belongs to shared-ui, which holds the federation preset. */
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
