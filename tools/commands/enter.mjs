/**
 * Entry point of every command. It runs on any Node from version 18 before anything is installed, so it is plain
 * JavaScript without dependencies. It installs what is missing and continues under Node 24.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED_MAJOR = 24;
const PARENT_POLL_INTERVAL_MS = 300;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const REPO = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Workspaces with what only tests, measurements and documents need: 40 % of all packages. */
const TOOLS = ['tools', 'docs/site', 'e2e'];
/** What the last installation by a command installed. `npm ci` removes it, as it removes all of node_modules. */
const INSTALLED = join(REPO, 'node_modules', '.installed.json');

/**
 * Returns why packages must be installed, or undefined if all are installed.
 * @param {string | undefined} wanted text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json, which npm writes when it has finished
 */
export function reasonToInstall(wanted, installed) {
  if (wanted === undefined) return undefined;
  if (installed === undefined) return 'they are not there yet';
  const there = JSON.parse(installed).packages;
  for (const [path, entry] of Object.entries(JSON.parse(wanted).packages)) {
    const found = there[path];
    // npm omits the root and packages for other platforms.
    if (path === '' || (found === undefined && (entry.optional || entry.devOptional))) continue;
    if (found?.version !== entry.version || found?.integrity !== entry.integrity)
      return 'package-lock.json has changed';
  }
  return undefined;
}

/**
 * Returns the Node to run under: this one if it is recent enough, otherwise the one that the repository pins.
 * @returns {string | undefined} its path, or undefined if not installed
 */
export function chooseNode({ version, execPath, platform, arch, modules }) {
  if (Number(version.replace(/^v/, '').split('.')[0]) >= NEEDED_MAJOR) return execPath;
  const folder = join(modules, `node-${platform === 'win32' ? 'win' : platform}-${arch}`, 'bin');
  const pinned = join(folder, platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(pinned) ? pinned : undefined;
}

/**
 * Runs a command in this folder, e.g. "start.ts", with the remaining arguments.
 * @param {string} script
 * @param {{ needsTools: boolean }} options whether it needs the packages of tests, measurements and documents
 */
export async function enter(script, { needsTools }) {
  const installed = installIfNeeded(needsTools);
  const modules = join(REPO, 'node_modules');
  const { version, execPath, platform, arch } = process;
  const node = chooseNode({ version, execPath, platform, arch, modules });
  if (node === undefined) {
    fail(
      `Lodestar needs Node ${NEEDED_MAJOR} or newer; this machine has ${version}, and npm brings none for ` +
        `${platform}-${arch}. Install Node ${NEEDED_MAJOR} and run the command again.`,
    );
  }
  process.env.PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter);
  stopWhenNpmIsGone();
  const path = join(dirname(fileURLToPath(import.meta.url)), script);
  if (node === execPath && !installed) await import(pathToFileURL(path).href);
  else goOnUnder(node, path);
}

/**
 * Stops a command that npm started when its parent process changes. npm runs commands through a shell that doesn't
 * forward signals, so a terminated `npm start` would leave everything running. Some shells stay between npm and the
 * command, so the parent's parent is checked as well.
 */
export function stopWhenNpmIsGone() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const above = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === above) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_INTERVAL_MS);
  timer.unref();
}

/** Returns the parent of a process if the system exposes it in a file (Linux). */
function parentOf(pid) {
  // "pid (name) state parent …", where the name may contain any character.
  return readIfThere(`/proc/${pid}/stat`)?.split(')').at(-1)?.split(' ')[2];
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Returns the options with which npm leaves out the packages of the tools. */
function withoutTools() {
  const { workspaces } = JSON.parse(readFileSync(join(REPO, 'package.json'), 'utf8'));
  const product = workspaces.filter((workspace) => !TOOLS.includes(workspace));
  return ['--include-workspace-root', ...product.map((workspace) => `--workspace=${workspace}`)];
}

/** Returns whether packages were installed. */
function installIfNeeded(needsTools) {
  const lock = readIfThere(join(REPO, 'package-lock.json'));
  const hash = createHash('sha256')
    .update(lock ?? '')
    .digest('hex');
  const last = JSON.parse(readIfThere(INSTALLED) ?? '{}');
  if (last.lock === hash && (last.hasTools || !needsTools)) return false;
  const reason = reasonToInstall(lock, readIfThere(join(REPO, 'node_modules', '.package-lock.json')));
  if (reason === undefined) return false;
  console.log(
    `Installing packages: ${last.lock === hash ? 'those of the tests are missing' : reason}. This takes a minute.`,
  );
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(needsTools ? [] : withoutTools())];
  const npm = process.env.npm_execpath;
  const options = { cwd: REPO, stdio: 'inherit' };
  const viaNode = npm !== undefined && /\.c?js$/.test(npm);
  const done = viaNode
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (done.error !== undefined) fail(`Packages can't be installed because npm doesn't run: ${done.error.message}.`);
  if (done.status !== 0) fail('Packages could not be installed; the messages of npm are above.');
  writeFileSync(INSTALLED, JSON.stringify({ lock: hash, hasTools: needsTools }));
  return true;
}

function goOnUnder(node, path) {
  const tether = pathToFileURL(join(dirname(path), 'running', 'tether.ts')).href;
  const child = spawn(node, ['--import', tether, path, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} can't be run: ${error.message}.`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
