/**
 * `npm run operate`: follows docs/operate.md word for word in a new Debian with systemd, as root and as the user
 * lodestar. It installs the packages and this repository's last commit, then runs operate.test.ts in that machine.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataRoot, REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { blocksIn, promptLines } from '../blocks.ts';
import { createDebian, type Debian, requireTools } from './debian.ts';

const BUNDLE = '/srv/lodestar.bundle';

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

/** Runs the test of the page in the machine's network. Resolves with its exit code. */
function follow(pid: number): Promise<number> {
  const test = ['node', '--test', join(REPO, 'e2e/operation/operate.test.ts')];
  const child = spawn('nsenter', ['--target', String(pid), '--net', '--', ...test], {
    env: { ...process.env, MACHINE_PID: String(pid) },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

const UNITS = [
  'lodestar-api@3001',
  'lodestar-recorder@3101',
  'lodestar-gateway@443',
  'lodestar-migrate',
  'lodestar-backup',
  'lodestar-restore-test',
  'lodestar-audit-prune',
];

/** Checks the installed units with systemd's own tools, and that none has failed. */
function checkUnits(pid: number): void {
  const inside = (file: string, ...args: string[]) =>
    execFileSync('nsenter', ['--target', String(pid), '--mount', '--pid', '--', file, ...args], { encoding: 'utf8' });
  const units = UNITS.map((unit) => `${unit}.service`);
  inside('systemd-analyze', 'verify', '--man=no', ...units, 'lodestar-backup.timer', 'lodestar-restore-test.timer');
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

runCommand(async () => {
  requireTools();
  const began = performance.now();
  const machine = await createDebian(join(dataRoot(process.env), 'clean-machine'));
  try {
    await install(machine);
    const pid = await machine.boot();
    if ((await follow(pid)) !== 0) throw new PlainError('The page does not work in a clean machine; see above.');
    checkUnits(pid);
    console.log(`The page works in a clean machine: ${seconds(began)} from an empty folder.`);
  } finally {
    await machine.stop();
  }
});
