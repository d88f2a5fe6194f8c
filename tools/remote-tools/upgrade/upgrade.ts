import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readArguments } from 'server-kit/command-line';
import { exists } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import { fileDependencies } from '../platform/tarballs.ts';
import { bringPlatform, updateDependencies } from './packages.ts';

const USAGE = `Moves the project in this folder to a newer platform.

  upgrade --to <folder or address>    installs the packages there (shared-ui-*.tgz, remote-tools-*.tgz, …), with the
                                      version ranges that they need, and then does the following
  upgrade --from 2.8.0                renames in the code what has another name since that version of shared-ui`;

const VERSION = /^\d+\.\d+\.\d+$/;

/** Returns the version of an installed package. Throws PlainError if it isn't installed. */
async function installedVersion(project: string, name: string): Promise<string> {
  const file = join(project, 'node_modules', name, 'package.json');
  if (!(await exists(file))) {
    throw new PlainError(`${name} is not installed in ${project}. Run "npm install" there first.`);
  }
  return JSON.parse(await readFile(file, 'utf8')).version;
}

/** Runs a command in the project with its output shown. Throws PlainError with what to do next if it fails. */
function run(project: string, command: string, args: string[], next: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: project, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new PlainError(`"${command} ${args.join(' ')}" failed, as it says above. ${next}`));
    });
  });
}

async function changePackages(project: string, to: string): Promise<void> {
  const from = await installedVersion(project, 'shared-ui');
  const tarballs = await bringPlatform(to, project);
  const changed = await updateDependencies(project, tarballs);
  for (const line of changed) console.log(`package.json: ${line}`);
  // By file: npm would keep a package whose version is the same.
  const install = ['install', '--no-audit', '--no-fund', ...Object.values(fileDependencies(tarballs))];
  await run(project, 'npm', install, 'Fix that, and run upgrade again.');
  // The new tools know the new names.
  const { bin } = JSON.parse(await readFile(join(project, 'node_modules/remote-tools/package.json'), 'utf8'));
  const rename = [join(project, 'node_modules/remote-tools', bin.upgrade), '--from', from];
  await run(project, process.execPath, rename, `The packages are installed: continue with "upgrade --from ${from}".`);
}

/** Formats changed files and sorts their imports, if the project has the formatter. Its other findings are lint's. */
async function format(project: string, files: readonly string[]): Promise<void> {
  const formatter = join(project, 'node_modules', '.bin', 'biome');
  if (files.length === 0 || !(await exists(formatter))) return;
  await promisify(execFile)(formatter, ['check', '--write', ...files], { cwd: project }).catch(() => undefined);
}

async function renameInCode(project: string, from: string): Promise<void> {
  const to = await installedVersion(project, 'shared-ui');
  // Imported only here: the first step must also run where TypeScript is not installed yet.
  const { applyRenames, renamesBetween } = await import('./codemod.ts');
  const { changed, byHand, files } = await applyRenames(project, renamesBetween(from, to));
  await format(project, files);
  for (const line of changed) console.log(line);
  for (const line of byHand) console.log(`Change by hand: ${line}`);
  console.log(
    `The project uses shared-ui ${to} now (before: ${from}). Names changed: ${changed.length}. To change by hand: ${byHand.length}.
Run "npm run types", "npm test" and "npm run build" next. node_modules/shared-ui/CHANGELOG.md says what is new.`,
  );
}

/** Moves a project to a newer platform, as the command line asks for. Throws PlainError. */
export async function upgrade(args: string[], project: string): Promise<void> {
  const { values, positionals } = readArguments(args, {
    to: { type: 'string' },
    from: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const { to, from } = values;
  if (values.help) return console.log(USAGE);
  if ((to === undefined) === (from === undefined) || positionals.length > 0) throw new PlainError(USAGE);
  if (from !== undefined && !VERSION.test(from)) throw new PlainError(`--from must be like 2.8.0, not "${from}".`);
  if (!(await exists(join(project, 'package.json')))) {
    throw new PlainError(`There is no package.json in ${project}: run upgrade in the folder of your project.`);
  }
  if (to !== undefined) await changePackages(project, to);
  if (from !== undefined) await renameInCode(project, from);
}
