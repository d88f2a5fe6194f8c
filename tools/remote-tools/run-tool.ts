import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Project } from 'gateway/publish-remote';
import { toRemoteName } from 'server-kit/command-line';
import { isRecord } from 'server-kit/fields';
import { PlainError, runCommand } from 'server-kit/plain-error';

/** A command of the tools. */
interface Tool {
  name: string;
  /** Printed for --help, on any version of Node. */
  usage: string;
  /** @param folder the project's folder */
  run(args: string[], folder: string): Promise<void>;
}

/** Publishers share a lock in a database, which Node supports natively from this version on. */
const NEEDED_MAJOR = 24;

/** Throws PlainError if this Node is too old for `what`. */
export function requireNode(what: string): void {
  if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
    throw new PlainError(`${what} needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}.`);
  }
}

/** Runs a command in the project of the folder in which it was entered. Keys and state are in its `.lodestar`. */
export function runTool({ name, usage, run }: Tool): void {
  const args = process.argv.slice(2);
  runCommand(async () => {
    if (args.includes('--help') || args.includes('-h')) return console.log(usage);
    requireNode(name);
    const folder = process.env.INIT_CWD ?? process.cwd();
    useProject(process.env, folder);
    await run(args, folder);
  });
}

/** Resolves settings with relative paths against the project: the tools themselves are installed elsewhere. */
function useProject(env: NodeJS.ProcessEnv, folder: string): void {
  env.DATA_ROOT = resolve(folder, env.DATA_ROOT || '.lodestar');
  for (const name of ['DEPLOY_ROOT', 'TEAM_KEYS_FILE']) {
    if (env[name]) env[name] = resolve(folder, env[name]);
  }
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the project in a folder: its remote's name, from the build or else from package.json, and its build. */
export async function readProject(folder: string): Promise<Project> {
  const dir = join(folder, 'dist');
  const built = await readJson(join(dir, 'remote.json'));
  const declared = await readJson(join(folder, 'package.json'));
  const name = typeof built.name === 'string' ? built.name : toRemoteName(String(declared.name ?? ''));
  return { name, dir, ...(typeof built.version === 'string' ? { version: built.version } : {}) };
}
