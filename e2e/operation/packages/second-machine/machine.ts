import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { ShellSession } from '../../shell-session.ts';
import { type ForwardedRegistry, forwardRegistry, npmConfig } from './npm-registry.ts';

const ENTER = join(import.meta.dirname, 'enter.sh');

/** Certificates that the machine trusts in addition to Node's own. */
const AUTHORITIES = '/etc/authorities.pem';

/**
 * An isolated machine with Node, npm and whatever the test copies to it, without this repository. Its network reaches
 * only the hospital's address and the npm registry.
 */
export interface Machine {
  /** Address of this machine, as the second one reaches it. */
  hospital: string;
  /** Whether it has its own network. Without one, it reaches every server of this machine. */
  hasNetwork: boolean;
  pathHere(file: string): string;
  /** Adds a host name of the hospital, and trusts its certificate. */
  know(name: string, certificate: string): Promise<void>;
  /** Runs commands with bash. Resolves with their output. Throws with it when one fails. */
  run(commands: string, options?: { cwd?: string; env?: Record<string, string> }): Promise<string>;
  stop(): Promise<void>;
}

function npmPackage(): string {
  const folder = (process.env.PATH ?? '').split(delimiter).find((path) => existsSync(join(path, 'npm')));
  if (folder === undefined) throw new Error('npm is not on the PATH');
  return dirname(dirname(realpathSync(join(folder, 'npm'))));
}

const isRoot = process.getuid?.() === 0;

/** Returns addresses from the range for network tests (198.18.0.0/15): a block of eight for each process id. */
function addresses(): { hospital: string; registry: string; machine: string } {
  const block = (process.pid & 0x3f_ff) << 3;
  const at = (offset: number) => `198.${18 + (block >> 16)}.${(block >> 8) & 0xff}.${(block & 0xff) + offset}`;
  return { hospital: at(1), registry: at(2), machine: at(3) };
}

/** Returns whether the test may create network namespaces here. */
function canHaveNetwork(): boolean {
  return (
    isRoot &&
    spawnSync('unshare', ['--net', 'ip', 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'two']).status === 0
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Starts a second machine. Throws if this one doesn't allow namespaces at all. */
export async function startMachine(): Promise<Machine> {
  const hasNetwork = canHaveNetwork();
  const root = await mkdtemp(join(tmpdir(), 'second-machine-'));
  await chmod(root, 0o755);
  const own = addresses();
  const hospital = hasNetwork ? own.hospital : '127.0.0.1';
  const { cache, cafile } = npmConfig();
  const store = join(cache, '_cacache');
  await mkdir(store, { recursive: true });
  const network = hasNetwork
    ? [String(process.pid), `second${process.pid}`, own.machine, '29', own.hospital, own.registry]
    : [];
  const namespaces = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', ...(hasNetwork ? ['--net'] : [])];
  const session = new ShellSession(
    '/',
    {
      PATH: '/opt/node/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      NODE_EXTRA_CA_CERTS: AUTHORITIES,
      // The tests start dozens of processes from the same packages.
      NODE_COMPILE_CACHE: '/tmp/compiled',
    },
    ['unshare', ...namespaces, 'bash', ENTER, root, REPO, process.execPath, npmPackage(), store, ...network],
  );
  let registry: ForwardedRegistry | undefined;
  const stop = async () => {
    registry?.close();
    await session.end('SIGKILL');
    await rm(root, { recursive: true, force: true });
  };
  const pathHere = (file: string) => join(root, file);
  const hosts = ['127.0.0.1 localhost', '::1 localhost'];
  const authorities = [process.env.NODE_EXTRA_CA_CERTS, cafile].flatMap((file) =>
    file ? [readFileSync(file, 'utf8')] : [],
  );
  const writeSettings = async () => {
    await writeFile(pathHere('/etc/hosts'), `${hosts.join('\n')}\n`);
    await writeFile(pathHere(AUTHORITIES), authorities.join('\n'));
  };
  try {
    await session.run('true');
    if (hasNetwork) registry = await forwardRegistry(own.registry);
    if (registry?.host !== undefined) hosts.push(`${registry.address} ${registry.host}`);
    // Takes packages from npm's cache where possible, as on a developer's machine.
    const npmrc = [...(registry?.npmrc ?? [`registry=${npmConfig().registry}`]), 'prefer-offline=true', 'audit=false'];
    await writeFile(pathHere('/root/.npmrc'), `${npmrc.join('\n')}\n`);
    await writeSettings();
  } catch (thrown) {
    await stop();
    throw new Error('This machine allows no second one: it needs user and mount namespaces, or root.', {
      cause: thrown,
    });
  }
  return {
    hospital,
    hasNetwork,
    pathHere,
    async know(name, certificate) {
      hosts.push(`${hospital} ${name}`);
      authorities.push(certificate);
      await writeSettings();
    },
    async run(commands, { cwd = '/root', env = {} } = {}) {
      // In a file, so that no command reads the next one as its input.
      await writeFile(pathHere('/tmp/commands.sh'), commands);
      const settings = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
      return session.run(`(cd ${quoted(cwd)} && env ${settings.join(' ')} bash -e /tmp/commands.sh < /dev/null)`);
    },
    stop,
  };
}
