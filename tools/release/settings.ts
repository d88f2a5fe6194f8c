/** Settings of the `lodestar` command: those of all processes, each one's own, and `owner.env`. */
import { basename, dirname, join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { type LocalCertificate, localTls, PARTS } from '../commands/production/environments.ts';
import { readSettings as readSettingsFile } from '../commands/production/settings-file.ts';
import { runProgram } from './programs.ts';

/** The services of `docs/deploy/systemd`, in the order in which an upgrade restarts them. */
export const PROCESSES = [
  'lodestar-api@3001',
  'lodestar-api@3002',
  'lodestar-api@3003',
  'lodestar-recorder@3101',
  'lodestar-recorder@3102',
  'lodestar-gateway@443',
];
const DEFAULTS = {
  RELEASE_PROCESSES: PROCESSES.join(','),
  RELEASE_RESTART: 'systemctl restart',
  RELEASE_USER: 'lodestar',
  RELEASES_KEPT: '3',
};

/** A service that is restarted, whose name ends with its port: `lodestar-api@3001`. */
export interface ManagedProcess {
  name: string;
  /** Address of its readiness check. */
  readyUrl: string;
  /** Certificate that the check sends; absent if the service asks for none. */
  certificate?: LocalCertificate;
}

export interface Settings {
  /** Folder with `releases`, `current` and `previous`. */
  root: string;
  /** Settings of the production's processes, and those with the owner's address, which only migrations get. */
  env: NodeJS.ProcessEnv;
  ownerEnv: NodeJS.ProcessEnv;
  /** Public keys of those whose releases are installed. */
  keyFile: string;
  processes: ManagedProcess[];
  /** Command that restarts one service, whose name is added to it. */
  restart: string[];
  /** Number of releases to keep, the live one included. */
  kept: number;
  /** System user of the processes; undefined without the right to change to another. */
  identity: { uid: number; gid: number } | undefined;
}

/** Where an installation is when `--root` doesn't say: where this release is, else the folder of the systemd units. */
const rootOfRelease = () => (basename(dirname(REPO)) === 'releases' ? dirname(dirname(REPO)) : '/srv/lodestar');

const asList = (text: string, separator: string | RegExp) => text.split(separator).filter((part) => part !== '');

function processOf(name: string, env: NodeJS.ProcessEnv): ManagedProcess {
  const { HOST = '' } = env;
  const [, part = '', port = ''] = /(api|recorder|gateway)[^@]*@(\d{1,5})$/.exec(name) ?? [];
  const owner = PARTS.find((one) => one === part);
  if (owner === undefined) {
    throw new PlainError(`RELEASE_PROCESSES must list services such as lodestar-api@3001, not "${name}".`);
  }
  const isGateway = owner === 'gateway';
  const { isSecure, certificate } = localTls(owner, env);
  const host = isGateway && !['', '0.0.0.0', '::'].includes(HOST) ? HOST : '127.0.0.1';
  const readyUrl = `${isSecure ? 'https' : 'http'}://${host}:${port}/readyz`;
  return { name, readyUrl, ...(certificate && { certificate }) };
}

async function identityOf(user: string): Promise<Settings['identity']> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (kind: string) => Number(await runProgram(['id', kind, user]));
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** Returns the settings in a file; undefined if it doesn't exist. */
async function settingsIn(file: string): Promise<NodeJS.ProcessEnv | undefined> {
  const text = await readTextIfThere(file);
  return text === undefined ? undefined : Object.fromEntries(readSettingsFile(text, file));
}

/** Reads the settings in a folder. @throws PlainError that says which file or setting is missing or wrong */
export async function readSettings(folder: string, root = rootOfRelease()): Promise<Settings> {
  const file = join(folder, 'lodestar.env');
  const written = await settingsIn(file);
  if (written === undefined) throw new PlainError(`${file} is missing: name its folder with --settings.`);
  const ofParts = await Promise.all(PARTS.map((part) => settingsIn(join(folder, `${part}.env`))));
  const { PATH, HOME, LANG } = process.env;
  const env: NodeJS.ProcessEnv = Object.assign(
    { PATH, HOME, LANG, DATA_ROOT: '/var/lib/lodestar' },
    written,
    ...ofParts,
  );
  const own = { ...DEFAULTS, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)) };
  const kept = Number(own.RELEASES_KEPT);
  if (!Number.isInteger(kept) || kept < 2) throw new PlainError('RELEASES_KEPT must be a number from 2 on.');
  return {
    root,
    env,
    ownerEnv: { ...env, ...(await settingsIn(join(folder, 'owner.env'))) },
    keyFile: env.RELEASE_KEY_FILE || join(folder, 'release.pub'),
    processes: asList(own.RELEASE_PROCESSES, ',').map((name) => processOf(name.trim(), env)),
    restart: asList(own.RELEASE_RESTART, /\s+/),
    kept,
    identity: await identityOf(own.RELEASE_USER),
  };
}
