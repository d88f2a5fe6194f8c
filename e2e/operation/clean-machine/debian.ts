/** A new Debian machine in a container: its own root file system, processes and network, with systemd. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { npmConfig } from '../packages/second-machine/npm-registry.ts';
import { ShellSession } from '../shell-session.ts';

const SUITE = 'bookworm';
const NEEDED = ['debootstrap', 'systemd-nspawn', 'nsenter', 'git'];
const POLL_INTERVAL_MS = 200;
const BOOT_MS = 60_000;
const AUTHORITIES = '/etc/authorities.pem';

/** Returns why this machine can't run the container; undefined if it can. */
export function whyImpossible(): string | undefined {
  const missing = NEEDED.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (process.getuid?.() !== 0) return 'A clean machine needs root.';
  if (missing.length > 0)
    return `A clean machine needs ${missing.join(', ')}: apt-get install debootstrap systemd-container.`;
  if (spawnSync('unshare', ['--mount', '--net', 'true']).status !== 0) return 'A clean machine needs namespaces.';
  return undefined;
}

/** Returns the folder of a minimal Debian, which is downloaded once into `cache`. */
async function debian(cache: string): Promise<string> {
  const base = join(cache, SUITE);
  if (existsSync(base)) return base;
  await mkdir(cache, { recursive: true });
  // Renamed when complete.
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  await chmod(unfinished, 0o755);
  execFileSync('debootstrap', ['--variant=minbase', '--include=systemd', SUITE, unfinished], { stdio: 'ignore' });
  await rename(unfinished, base);
  return base;
}

/** Copies what the network here needs to the machine: name servers, certificates, and npm's registry. */
async function connect(root: string): Promise<void> {
  const { registry, cafile, proxy, 'https-proxy': httpsProxy } = npmConfig();
  const authorities = [process.env.NODE_EXTRA_CA_CERTS, cafile].flatMap((file) => (file ? [readFileSync(file)] : []));
  await cp('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  await writeFile(join(root, AUTHORITIES), Buffer.concat(authorities));
  await writeFile(join(root, 'etc/environment'), `NODE_EXTRA_CA_CERTS=${AUTHORITIES}\n`);
  const npmrc = Object.entries({ registry, proxy, 'https-proxy': httpsProxy });
  const lines = npmrc.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  await writeFile(join(root, 'etc/npmrc'), `${lines.join('\n')}\n`);
}

/** Debian's answer to packages that start a service while the system is not running. */
const NO_SERVICES = 'usr/sbin/policy-rc.d';

export interface Debian {
  root: string;
  /** Runs `work` with a root shell, before the system has started, in this machine's network. */
  install(work: (shell: ShellSession) => Promise<void>): Promise<void>;
  /** Starts the system without a network but its own. Resolves with the id of its first process here. */
  boot(): Promise<number>;
  stop(): Promise<void>;
}

/** @param cache folder for the downloaded system */
export async function createDebian(cache: string): Promise<Debian> {
  const base = await debian(cache);
  const root = await mkdtemp(join(tmpdir(), 'clean-machine-'));
  try {
    await chmod(root, 0o755);
    execFileSync('cp', ['-a', `${base}/.`, root]);
    await connect(root);
  } catch (thrown) {
    await rm(root, { recursive: true, force: true });
    throw thrown;
  }
  const nspawn = ['systemd-nspawn', '--quiet', '--register=no', '--keep-unit', '--directory', root];
  let system: ChildProcess | undefined;
  return {
    root,
    async install(work) {
      await writeFile(join(root, NO_SERVICES), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
      const env = { PATH: process.env.PATH, DEBIAN_FRONTEND: 'noninteractive' };
      const shell = new ShellSession('/', env, [...nspawn, '--pipe', '--setenv=DEBIAN_FRONTEND', 'bash', '-s']);
      try {
        await work(shell);
      } finally {
        await shell.end('SIGKILL');
      }
      await rm(join(root, NO_SERVICES));
      // From here on npm takes packages from its cache, and asks no registry about them.
      await appendFile(join(root, 'etc/npmrc'), 'prefer-offline=true\naudit=false\n');
    },
    async boot() {
      const [file = '', ...args] = nspawn;
      const started = spawn(file, [...args, '--private-network', '--boot'], { stdio: 'ignore' });
      system = started;
      const deadline = Date.now() + BOOT_MS;
      for (;;) {
        const children = readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8');
        const [first = ''] = children.split(' ');
        const ask = ['--target', first, '--mount', '--pid', 'systemctl', 'is-system-running'];
        const state = first === '' ? '' : spawnSync('nsenter', ask, { encoding: 'utf8' }).stdout.trim();
        if (['running', 'degraded'].includes(state)) return Number(first);
        if (Date.now() > deadline) throw new Error(`The clean machine has not started: ${state}`);
        await wait(POLL_INTERVAL_MS);
      }
    },
    async stop() {
      if (system !== undefined && system.exitCode === null) {
        const ended = new Promise((resolve) => system?.once('exit', resolve));
        system.kill('SIGTERM');
        await ended;
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}
