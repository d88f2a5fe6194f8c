import { join } from 'node:path';
import { readAddress, readArguments, resolveInputPath, toRemoteName } from 'server-kit/command-line';
import { readTextIfThere, replaceFile } from 'server-kit/disk';
import { withLock } from 'server-kit/lock';
import { dataRoot } from 'server-kit/paths';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { VERSION } from 'shared-ui/contract/documents';
import { type Build, declarationIn, readRemote, readShell } from './publish/build.ts';
import { type BuildRequest, buildPackage, packageVersion, remoteNamed } from './publish/package-build.ts';
import { type PreviewOptions, previewRemote, readPreviewOptions } from './publish/preview/command.ts';
import { orderFor, type PublishOptions, type PublishOutcome, publishBuilt, publishShell } from './publish/publisher.ts';
import { type Target, targetAt, targetHere } from './publish/targets.ts';
import { PUBLISH_USAGE } from './publish/usage.ts';
import { fetchBytes } from './registry/files/external.ts';
import { historyTable } from './registry/history.ts';
import { REMOTE_MANIFEST } from './registry/manifest.ts';
import { SOURCE_MAPS } from './registry/source-maps.ts';
import { storeOf } from './registry/store/postgres.ts';
import type { Store } from './registry/store/store.ts';
import { entryOf } from './rollout/versions/entry.ts';
import { readGateways, UnreachableError } from './team-requests/client.ts';
import { keyForBuild } from './trust/signing-key.ts';

/** The command's action; at most one at a time. */
export type Action =
  | { kind: 'publish' }
  | { kind: 'promote' }
  | { kind: 'rollback' }
  | { kind: 'to' | 'revoke'; version: string }
  | { kind: 'history' };

export interface Options {
  target: string | undefined;
  version: string | undefined;
  dir: string | undefined;
  /** Address at which the team's own server serves the build. */
  at: string | undefined;
  /** Addresses of gateways, as entered; empty if the command line names none. */
  gateways: string[];
  /** File of the key to sign with. */
  key: string | undefined;
  /** Percent of browsers. */
  share: number | undefined;
  why: string | undefined;
  /** Whether a version that is published already is left alone, as in pipelines that run for every change. */
  isOnlyIfNew: boolean;
  /** Reason for publishing against the gate's verdict. */
  force: string | undefined;
  /** Set to show or end the preview of a pull request, in place of the action. */
  preview: PreviewOptions | undefined;
  action: Action;
  help: boolean;
}

/** Why each of these can't be combined with publishing options. */
const ALONE = {
  promote: '--promote gives the version on trial to everyone',
  rollback: '--rollback returns to the previous version',
  to: '--to makes a published version active',
  revoke: '--revoke removes a published version',
  history: '--history shows what happened',
} as const;

/** A remote's own project, in which the command line need not name the remote and its build. */
export interface Project {
  name: string;
  /** Folder of its build, and the build's version if there is one. */
  dir: string;
  version?: string;
}

/**
 * Parses the command line.
 * @param project the project that the command is run in, if it is one of a single remote
 * @throws PlainError, one sentence, for options that don't fit together
 */
export function readOptions(args: string[], project?: Project): Options {
  const { values, positionals } = parseArguments(args);
  const { version, dir, at, key, why, force, help = false } = values;
  if (positionals.length > 1) throw new PlainError('Name one remote only.');
  checkVersion('version', version);
  const action = readAction(values);
  if (action.kind !== 'publish' && [dir, version, values.share].some((value) => value !== undefined)) {
    throw new PlainError(`${ALONE[action.kind]}; it can't be combined with --dir, --version or --share.`);
  }
  if (action.kind !== 'publish' && (at !== undefined || values['if-new']))
    throw new PlainError(`${ALONE[action.kind]}; it can't be combined with --at or --if-new.`);
  if (action.kind === 'history' && why !== undefined)
    throw new PlainError(`${ALONE.history}; it can't be combined with --why.`);
  if (force !== undefined && (force === '' || action.kind !== 'publish')) {
    throw new PlainError('--force "reason" publishes despite the gate: it is for publishing only, and needs a reason.');
  }
  const target = positionals[0] ?? (dir === undefined ? project?.name : undefined);
  if (!help && target === undefined && (dir === undefined || action.kind !== 'publish')) {
    throw new PlainError('Name the remote to publish, e.g. npm run publish-remote -- surveys-mfe (--help shows more).');
  }
  const { gateway: gateways = [] } = values;
  return {
    target,
    version,
    dir,
    at: at === undefined ? at : readAddress(at, '--at'),
    gateways,
    key,
    share: readShare(values.share),
    isOnlyIfNew: values['if-new'] ?? false,
    why,
    force,
    preview: readPreview(values, action),
    action,
    help,
  };
}

/** Parses the options of a preview. @throws PlainError for those that publish something */
function readPreview(values: Values, action: Action): PreviewOptions | undefined {
  const preview = readPreviewOptions(values);
  const { version, at, share, why, force, 'if-new': isOnlyIfNew } = values;
  const isOther = action.kind !== 'publish' || isOnlyIfNew === true;
  if (preview !== undefined && (isOther || [version, at, share, why, force].some((value) => value !== undefined)))
    throw new PlainError('--preview publishes nothing; it can be combined with --dir, --gateway and --key only.');
  return preview;
}

type Values = ReturnType<typeof parseArguments>['values'];

function readAction(values: Values): Action {
  const asked = (['promote', 'rollback', 'to', 'revoke', 'history'] as const).filter((name) => values[name]);
  const [kind, other] = asked;
  if (other !== undefined) throw new PlainError(`Use either --${kind} or --${other}, not both.`);
  if (kind === undefined) return { kind: 'publish' };
  if (kind !== 'to' && kind !== 'revoke') return { kind };
  const version = values[kind] ?? '';
  checkVersion(kind, version);
  return { kind, version };
}

function checkVersion(option: string, version: string | undefined): void {
  if (version !== undefined && !VERSION.pattern.test(version)) {
    throw new PlainError(`--${option} must be ${VERSION.says}, not "${version}".`);
  }
}

function readShare(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (share >= 1 && share <= 99) return share;
  throw new PlainError(
    `--share must be a whole number from 1 to 99, percent of browsers, not "${text}"; --promote gives it to everyone, --rollback ends it.`,
  );
}

function parseArguments(args: string[]) {
  return readArguments(args, {
    version: { type: 'string' },
    dir: { type: 'string' },
    at: { type: 'string' },
    gateway: { type: 'string', multiple: true },
    key: { type: 'string' },
    share: { type: 'string' },
    'if-new': { type: 'boolean' },
    why: { type: 'string' },
    preview: { type: 'string' },
    end: { type: 'boolean' },
    days: { type: 'string' },
    'link-file': { type: 'string' },
    force: { type: 'string' },
    promote: { type: 'boolean' },
    rollback: { type: 'boolean' },
    to: { type: 'string' },
    revoke: { type: 'string' },
    history: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
}

/** Lock timeout in milliseconds: a build that runs before this one may take a minute on a small machine. */
const BUILD_LOCK_TIMEOUT_MS = 10 * 60_000;

/**
 * Builds a package of this repository, signs and publishes it, unchecked; `options.key` defaults to this machine's key.
 * Runs one build at a time per package and deploy root.
 */
export async function buildAndPublish(
  at: Store | string,
  name: string,
  version: string,
  { hasTypes = true }: { hasTypes?: boolean } = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  const publishIt = name === 'shell' ? publishShell : publishBuilt;
  // Rejects an unsuitable key before the build, which takes a minute.
  const key = name === 'shell' ? undefined : (options.key ?? (await keyForBuild(process.env, name)));
  return withBuilt({ name, version, hasTypes }, (out) => publishIt(at, out, { name, version }, { ...options, key }));
}

/** Builds a package of this repository, and runs `use` on the output while no other command builds it. */
async function withBuilt<T>(request: Omit<BuildRequest, 'out'>, use: (out: string) => Promise<T>) {
  const { name } = request;
  const builds = join(dataRoot(process.env), 'build');
  const out = join(builds, 'out', name);
  const work = async () => {
    await buildPackage({ ...request, out });
    return use(out);
  };
  return withLock(join(builds, `${name}.lock`), work, BUILD_LOCK_TIMEOUT_MS);
}

/** Returns whether only the share of the version on trial is to change. */
function isAboutShare(registry: Registry, name: string, { share, dir, version }: Options, project?: Project): boolean {
  if (share === undefined || dir !== undefined || version !== undefined) return false;
  const entry = entryOf(registry, name);
  const hasNewBuild = project?.version !== undefined && entry?.versions?.[project.version] === undefined;
  return entry?.canary !== undefined && !hasNewBuild;
}

/** Returns the version that would be published: the given one, the build's, or that of the package to build. */
async function versionToPublish(name: string, { version, dir }: Options, project?: Project): Promise<string> {
  if (version !== undefined) return version;
  const folder = dir ?? project?.dir;
  return folder === undefined ? packageVersion(name) : (await declarationIn(resolveInputPath(folder))).version;
}

/** Limits for fetching a remote.json from a team's own server. */
const MANIFEST_BOUNDS = { timeoutMs: 10_000, bytes: 1_000_000 };

/**
 * Completes remote.json in a build's folder, with hash and size of every file.
 * @param address of the served remote.json
 * @throws PlainError that says what to copy until the team's own server serves exactly these bytes
 */
async function requireServed(folder: string, { files, manifest }: Build, address: string): Promise<void> {
  const complete = files.get(manifest) ?? Buffer.alloc(0);
  const file = join(folder, manifest);
  if ((await readTextIfThere(file)) !== complete.toString()) await replaceFile(file, complete.toString());
  const maps = files.get(SOURCE_MAPS);
  if (maps) await replaceFile(join(folder, SOURCE_MAPS), maps.toString());
  const problem = await fetchBytes(address, MANIFEST_BOUNDS).then(
    (served) => (served.equals(complete) ? undefined : `${address} has other content`),
    (thrown: unknown) => reasonOf(thrown),
  );
  if (problem === undefined) return;
  throw new PlainError(
    `${file} is complete now and lists ${files.size - 1} files, but ${problem}: copy ${folder} to ${new URL('.', address).href}, then run this command again.`,
  );
}

/** Makes or reads the build to publish, and runs `use` on it while no other command changes it. */
async function withBuild(
  target: Target,
  name: string,
  options: Options,
  use: (build: Build) => Promise<string>,
): Promise<string> {
  const { version, dir, at } = options;
  const expected = { name, ...(version === undefined ? {} : { version }) };
  const isShell = name === 'shell';
  if (dir !== undefined) {
    const from = resolveInputPath(dir);
    const build = isShell
      ? await readShell(from, expected)
      : await readRemote(from, expected, await target.signingKey(from));
    if (at !== undefined) await requireServed(from, build, at);
    return use(build);
  }
  const own = isShell ? name : remoteNamed(options.target ?? '');
  const key = isShell ? undefined : await target.signingKey();
  const built = { name: own, version: version ?? (await packageVersion(own)) };
  return withBuilt(built, async (out) => use(await (isShell ? readShell(out, built) : readRemote(out, built, key))));
}

/** Performs the command. Returns what to print. */
async function perform(target: Target, name: string, options: Options, project?: Project): Promise<string> {
  const { action, share, at, why, force } = options;
  if (action.kind === 'history') return historyTable(name, await target.history());
  const reasons = { ...(why === undefined ? {} : { why }), ...(force === undefined ? {} : { force }) };
  if (action.kind !== 'publish') return target.order({ ...action, name, ...reasons });
  const registry = await target.registry();
  if (options.isOnlyIfNew) {
    const version = await versionToPublish(name, options, project);
    if (entryOf(registry, name)?.versions?.[version] !== undefined) return `${name} ${version} is published already.`;
  } else if (isAboutShare(registry, name, options, project)) {
    return target.order({ kind: 'share', name, share: share ?? 0, ...reasons });
  }
  const address = at === undefined || at.endsWith('.json') ? at : `${at.replace(/\/?$/, '/')}${REMOTE_MANIFEST}`;
  const dir = options.dir ?? project?.dir;
  return withBuild(target, name, { ...options, dir, at: address }, (build) =>
    target.order({ ...orderFor(build, share), ...(address === undefined ? {} : { url: address }), ...reasons }, build),
  );
}

/** Returns what `use` does with the first gateway that responds: all publish to the same store. @throws PlainError */
async function withFirstReachable<T>(gateways: readonly string[], use: (origin: string) => Promise<T>): Promise<T> {
  const [origin = '', ...others] = gateways;
  try {
    return await use(origin);
  } catch (thrown) {
    if (!(thrown instanceof UnreachableError)) throw thrown;
    if (others.length > 0) return withFirstReachable(others, use);
    throw new PlainError(`${thrown.message}, so nothing was switched: check the address, and that the gateway runs.`);
  }
}

/** Returns the gateways of the option, else those of `GATEWAYS`. @throws PlainError for what is no address */
export function gatewaysFrom(option: string[]): string[] {
  const { GATEWAYS = '' } = process.env;
  const named = option.length > 0 ? option : GATEWAYS === '' ? [] : [GATEWAYS];
  return readGateways(named, option.length > 0 ? '--gateway' : 'GATEWAYS');
}

/** Returns where to publish: at the first gateway that responds; without gateways, on this machine. @throws PlainError */
export const targetFor = (gateways: readonly string[], name: string, key: string | undefined): Promise<Target> =>
  gateways.length > 0
    ? withFirstReachable(gateways, (origin) => targetAt(origin, process.env, name, key))
    : targetHere(storeOf(process.env), process.env, name, key);

/**
 * Runs the command and prints what it did.
 * @param project the remote's own project in which the command is run, outside this repository
 * @throws PlainError
 */
export async function publishRemote(args: string[], project?: Project): Promise<void> {
  const options = readOptions(args, project);
  if (options.help) return console.log(PUBLISH_USAGE);
  const { target, key } = options;
  const dir = options.dir ?? project?.dir;
  const { DEPLOY_ROOT = '' } = process.env;
  const gateways = gatewaysFrom(options.gateways);
  if (gateways.length === 0) {
    if (options.at !== undefined) {
      throw new PlainError(
        '--at registers a version at a gateway: name it with --gateway https://lodestar.example.org.',
      );
    }
    if (project !== undefined && DEPLOY_ROOT === '') {
      throw new PlainError('Name the gateway to publish to: --gateway https://lodestar.example.org --key FILE.');
    }
  } else if (options.at !== undefined && dir === undefined) {
    throw new PlainError('--at registers the build in a folder: name it with --dir.');
  }
  const name = target === undefined ? (await declarationIn(resolveInputPath(dir ?? ''))).name : toRemoteName(target);
  if (options.preview !== undefined) {
    const { preview } = options;
    if (gateways.length === 0) throw new PlainError('--preview needs a gateway: name it with --gateway.');
    const request = { env: process.env, name, keyOption: key, dir };
    console.log(await withFirstReachable(gateways, (origin) => previewRemote(preview, { ...request, origin })));
    return;
  }
  console.log(await perform(await targetFor(gateways, name, key), name, options, project));
}

if (import.meta.main) {
  publishRemote(process.argv.slice(2)).catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exitCode = 1;
  });
}
