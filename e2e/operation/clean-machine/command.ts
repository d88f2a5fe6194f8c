/**
 * `npm run operate`: follows docs/operate.md word for word in a new Debian with systemd, as root and as the user
 * lodestar. It installs the packages and this repository's last commit, then runs operate.test.ts in that machine.
 * With `--or-here`, runs the test on this machine, without root's commands, where no clean machine is possible.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from 'server-kit/command-line';
import { dataRoot, REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { PROCESSES } from 'tools/release/settings';
import { blocksIn, promptLines } from '../blocks.ts';
import { createDebian, type Debian, whyImpossible } from './debian.ts';

const BUNDLE = '/srv/lodestar.bundle';
const PAGE_TEST = 'e2e/operation/operate.test.ts';

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

/** A file whose change makes the next version. */
const CHANGED = 'surveys-mfe/src/survey.tsx';

/** Writes this repository's last commit to the bundle, or a commit after it. */
function writeBundle(root: string, version: 'last' | 'next'): void {
  const clone = mkdtempSync(join(tmpdir(), 'bundle-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone });
  try {
    git('clone', '--quiet', '--shared', REPO, '.');
    git('checkout', '--quiet', '-B', 'main');
    if (version === 'next') {
      appendFileSync(join(clone, CHANGED), '\n// The next version.\n');
      const author = ['-c', 'user.name=Operator', '-c', 'user.email=operator@hospital.example'];
      git(...author, 'commit', '--quiet', '--all', '--message', 'Change the surveys');
    }
    git('bundle', 'create', '--quiet', join(root, BUNDLE), 'main', 'HEAD');
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Runs the page's first block, which needs the internet. */
async function install({ root, install }: Debian): Promise<void> {
  writeBundle(root, 'last');
  const [machine] = blocksIn(readFileSync(join(REPO, 'docs/operate.md'), 'utf8'));
  const lines = promptLines(machine?.text.replace('<your copy of this repository>', BUNDLE) ?? '');
  await install(async (shell) => {
    await shell.run('apt-get update');
    for (const { command } of lines) {
      const began = performance.now();
      await shell.run(command);
      // A shell that `su` starts goes on after an error.
      await shell.run('set -euo pipefail');
      console.log(`${seconds(began).padStart(6)}  ${command}`);
    }
  });
  writeBundle(root, 'next');
}

/** Runs a command. Resolves with its exit code. */
function run([file = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, { cwd: REPO, env: { ...process.env, ...env }, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** Runs the test of the page in the machine's network. @param began when the machine was an empty folder (Unix ms) */
const follow = (pid: number, began: number) =>
  run(['nsenter', '--target', String(pid), '--net', '--', process.execPath, '--test', PAGE_TEST], {
    MACHINE_PID: String(pid),
    MACHINE_BEGAN: String(began),
  });

/** Prints what the services have logged last. */
async function printLog(pid: number): Promise<void> {
  // Without checks of readiness: there are ten a second.
  const journal = "journalctl --no-pager --unit='lodestar-*' | grep -v '/readyz' | tail -n 100";
  await run(['nsenter', '--target', String(pid), '--mount', '--pid', '--', 'sh', '-c', journal]);
}

/** Each unit by its name without `.service`; one of a service that is started several times. */
const UNITS = globSync('*.service', { cwd: join(REPO, 'docs/deploy/systemd') })
  .sort()
  .map((file) => file.slice(0, -'.service'.length))
  .map((name) => PROCESSES.find((service) => service.startsWith(name)) ?? name);

/** Runs each unit that a timer starts, and checks all with systemd's own tools and that none has failed. */
function checkUnits(pid: number): void {
  const inside = (file: string, ...args: string[]) =>
    execFileSync('nsenter', ['--target', String(pid), '--mount', '--pid', '--', file, ...args], { encoding: 'utf8' });
  const units = UNITS.map((unit) => `${unit}.service`);
  // In this order, a backup is made before it is tried. `start` fails when such a unit fails.
  for (const unit of units.filter((one) => !one.includes('@'))) {
    inside('systemctl', 'start', unit);
    console.log(`  ${unit} has run`);
  }
  const timers = globSync('*.timer', { cwd: join(REPO, 'docs/deploy/systemd') });
  inside('systemd-analyze', 'verify', '--man=no', ...units, ...timers);
  const failed = inside('systemctl', 'list-units', '--failed', '--plain', '--no-legend', 'lodestar*').trim();
  if (failed !== '') throw new PlainError(`Units have failed:\n${failed}`);
  const gitFolder =
    '/proc/$(systemctl show --property=MainPID --value lodestar-gateway@443)/root/srv/lodestar/app/.git';
  if (inside('sh', '-c', `ls -A ${gitFolder}`) !== '') throw new PlainError('The gateway can read the git folder.');
  const live = inside('readlink', '/srv/lodestar/current').trim();
  if (live !== 'releases/1.0.0') throw new PlainError(`After the rollback, ${live} is live.`);
  for (const unit of units)
    console.log(`  ${unit}: ${/Overall exposure level.*/.exec(inside('systemd-analyze', 'security', unit))?.[0]}`);
}

async function inCleanMachine(): Promise<void> {
  const began = performance.now();
  const at = Date.now();
  const machine = await createDebian(join(dataRoot(process.env), 'clean-machine'));
  try {
    await install(machine);
    const pid = await machine.boot();
    if ((await follow(pid, at)) !== 0) {
      await printLog(pid);
      throw new PlainError('The page does not work in a clean machine; see above.');
    }
    checkUnits(pid);
    console.log(`The page works in a clean machine: ${seconds(began)} from an empty folder.`);
    // Read by the summary of npm run test:all.
    console.log('1 passed, 0 failed');
  } finally {
    await machine.stop();
  }
}

runCommand(async () => {
  const { values } = readArguments(process.argv.slice(2), { 'or-here': { type: 'boolean' } });
  const why = whyImpossible();
  if (why === undefined) return inCleanMachine();
  if (!values['or-here']) throw new PlainError(why);
  console.log(`${why} The page is followed on this machine instead.`);
  process.exitCode = await run([process.execPath, 'tools/commands/node-tests.ts', PAGE_TEST]);
});
