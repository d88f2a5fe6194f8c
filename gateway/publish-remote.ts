import { dirname, join } from 'node:path';
import type { Declaration, Registry, Trust } from 'shared-ui/contract';
import { resolveInputPath, toRemoteName } from './common/command-line.ts';
import { readTextIfThere, replaceFile } from './common/disk.ts';
import { withLock } from './common/lock.ts';
import { dataRoot, deployRoot } from './common/paths.ts';
import { PlainError, reasonOf } from './common/plain-error.ts';
import { endAbandonedDevelopments } from './dev/development.ts';
import { historyAt, orderAt, type Published, registryAt } from './fleet/command.ts';
import { performOn } from './publish/actions.ts';
import { enforceGate } from './publish/gate/gate.ts';
import { factsOfDeployRoot } from './publish/gate/host-facts.ts';
import { type BuildRequest, buildPackage, packageVersion, remoteNamed } from './publish/package-build.ts';
import {
  type Build,
  type PublishOptions,
  type PublishOutcome,
  publishBuilt,
  publishShell,
  readForGateways,
  readShell,
} from './publish/publisher.ts';
import { PUBLISH_USAGE } from './publish/usage.ts';
import { fetchBytes } from './registry/files/external.ts';
import { historyTable, readRecords } from './registry/history.ts';
import { parseDeclaration, REMOTE_MANIFEST } from './registry/manifest.ts';
import { readRegistry, requireRegistry } from './registry/registry.ts';
import { SOURCE_MAPS } from './registry/source-maps.ts';
import { entryOf } from './rollout/release/entry.ts';
import { type Options, type Project, readOptions } from './rollout/release/options.ts';
import { sentenceFor } from './rollout/release/sentences.ts';
import { readGateways } from './team-requests/client.ts';
import { keyAtGateways } from './team-requests/team-key.ts';
import { keyForBuild, namedKey, namedKeyFile, type SigningKey } from './trust/signing-key.ts';
import { SANDBOXED_CONTRACT } from './trust/version-trust.ts';

/** Lock timeout in milliseconds: a build that runs before this one may take a minute on a small machine. */
const BUILD_LOCK_TIMEOUT_MS = 10 * 60_000;

/** Build options besides name and version. */
export type BuildOptions = {
  /** Checks the build before it is published. Returns the reason for the history. Throws PlainError to refuse it. */
  check?: (folder: string) => Promise<string | undefined>;
  hasTypes?: boolean;
};

/**
 * Builds a package of this repository, signs and publishes it; `options.key` defaults to this machine's key. Runs one
 * build at a time per package and deploy root.
 */
export async function buildAndPublish(
  root: string,
  name: string,
  version: string,
  { check, hasTypes = true }: BuildOptions = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  const publishIt = name === 'shell' ? publishShell : publishBuilt;
  // Rejects an unsuitable key before the build, which takes a minute.
  const key = name === 'shell' ? undefined : (options.key ?? (await keyForBuild(process.env, name)));
  return withBuilt({ name, version, hasTypes }, async (out) => {
    const why = check === undefined ? options.why : await check(out);
    return publishIt(root, out, { name, version }, { ...options, ...(why === undefined ? {} : { why }), key });
  });
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

/** Returns the key for a build from outside this repository; undefined (sandboxed) when neither option nor setting names one. */
async function keyForFolder(dir: string, key: string | undefined): Promise<SigningKey | undefined> {
  const file = join(dir, REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  return text === undefined ? undefined : namedKey(process.env, parseDeclaration(text, file).name, key);
}

async function publish(root: string, options: Options): Promise<PublishOutcome> {
  const { target, version, dir, key, share, why: given, force } = options;
  const name = target === undefined ? target : toRemoteName(target);
  const expected = { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) };
  const publishOptions = { ...(share === undefined ? {} : { share }), ...(given === undefined ? {} : { why: given }) };
  const check = async (folder: string, trust: Trust) =>
    enforceGate(await factsOfDeployRoot(root), folder, { trust, force, why: given });
  if (dir !== undefined) {
    const from = resolveInputPath(dir);
    const signing = await keyForFolder(from, key);
    if (name === 'shell') return publishShell(root, from, expected, publishOptions);
    const why = await check(from, signing ? 'trusted' : 'sandboxed');
    return publishBuilt(root, from, expected, {
      ...publishOptions,
      ...(why === undefined ? {} : { why }),
      key: signing,
    });
  }
  const own = name === 'shell' ? name : remoteNamed(target ?? '');
  const signing = own === 'shell' ? undefined : await keyForBuild(process.env, own, key);
  const build = signing ? { check: (folder: string) => check(folder, 'trusted') } : {};
  return buildAndPublish(root, own, version ?? (await packageVersion(own)), build, { ...publishOptions, key: signing });
}

/** Returns whether only the share of the version on trial is to change. */
function isAboutShare(registry: Registry, name: string, { share, dir, version }: Options, project?: Project): boolean {
  if (share === undefined || dir !== undefined || version !== undefined) return false;
  const entry = entryOf(registry, name);
  const hasNewBuild = project?.version !== undefined && entry?.versions?.[project.version] === undefined;
  return entry?.canary !== undefined && !hasNewBuild;
}

/** Returns the name and the contract that a built folder declares. Throws PlainError when there is no build. */
async function declarationIn(dir: string): Promise<Pick<Declaration, 'name' | 'contract'>> {
  const file = join(resolveInputPath(dir), REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  if (text === undefined) {
    throw new PlainError(`There is nothing to publish in ${dirname(file)}: it has no ${REMOTE_MANIFEST}.`);
  }
  return parseDeclaration(text, file);
}

/** Limits for fetching a remote.json from a team's own server. */
const MANIFEST_BOUNDS = { timeoutMs: 10_000, bytes: 1_000_000 };

/**
 * Completes remote.json in a build's folder, with hash and size of every file. Throws a PlainError that says what to
 * copy until the team's own server serves exactly these bytes.
 * @param address of the served remote.json
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

/** Reads or makes the build to publish at gateways, which run the gate themselves. */
async function buildFor({ name, key }: Published, options: Options): Promise<Build> {
  const { target, version, dir, at, key: option } = options;
  if (dir !== undefined) {
    const from = resolveInputPath(dir);
    const expected = { name, ...(version === undefined ? {} : { version }) };
    if (name === 'shell') return readShell(from, expected);
    const isNamed = namedKeyFile(process.env, option) !== undefined;
    const isSigned = isNamed || (await declarationIn(dir)).contract !== SANDBOXED_CONTRACT;
    const build = await readForGateways(from, expected, isSigned ? key : undefined);
    if (at !== undefined) await requireServed(from, build, at);
    return build;
  }
  const own = name === 'shell' ? name : remoteNamed(target ?? '');
  const built = { name: own, version: version ?? (await packageVersion(own)) };
  return withBuilt(built, (out) => (own === 'shell' ? readShell(out, built) : readForGateways(out, built, key)));
}

/** Performs the command at every gateway. Returns what to print. */
async function performAtGateways(gateways: readonly string[], options: Options, project?: Project): Promise<string> {
  const { target, action, at } = options;
  const dir = options.dir ?? project?.dir;
  if (at !== undefined && dir === undefined) {
    throw new PlainError('--at registers the build in a folder: name it with --dir.');
  }
  const name = target === undefined ? (await declarationIn(dir ?? '')).name : toRemoteName(target);
  const published = { name, key: await keyAtGateways(process.env, gateways, name, options.key) };
  if (action.kind === 'history') return historyAt(gateways, published);
  const address = at === undefined || at.endsWith('.json') ? at : `${at.replace(/\/?$/, '/')}${REMOTE_MANIFEST}`;
  const command = { ...options, at: address, action };
  const [first = ''] = gateways;
  const isPublication =
    action.kind === 'publish' && !isAboutShare(await registryAt(first, published.key), name, options, project);
  const build = isPublication ? await buildFor(published, { ...command, dir }) : undefined;
  return orderAt(gateways, published, command, build);
}

function publishedMessage({ name, version, revision, change }: PublishOutcome, share: number | undefined): string {
  if (change !== undefined) return `${sentenceFor(name, change)} (registry revision ${revision}).`;
  return `${name} ${version} was published and ${share ? `on trial with ${share} %` : 'active'} already.`;
}

/** Performs the command in a deploy root on this machine. Returns what to print. */
async function performHere(options: Options, project?: Project): Promise<string> {
  const { target, share, why, action } = options;
  const root = deployRoot(process.env);
  const name = toRemoteName(target ?? '');
  if (name !== 'shell') await requireRegistry(root, process.env);
  if (action.kind === 'history') return historyTable(name, await readRecords(root, name));
  await endAbandonedDevelopments(root);
  const author = why === undefined ? {} : { why };
  if (action.kind !== 'publish') return performOn(root, name, action, author);
  if (isAboutShare(await readRegistry(root), name, options, project)) {
    return performOn(root, name, { kind: 'share', share: share ?? 0 }, author);
  }
  return publishedMessage(await publish(root, { ...options, dir: options.dir ?? project?.dir }), share);
}

/**
 * Runs the command and prints what it did. Throws PlainError.
 * @param project the remote's own project in which the command is run, outside this repository
 */
export async function publishRemote(args: string[], project?: Project): Promise<void> {
  const options = readOptions(args, project);
  if (options.help) return console.log(PUBLISH_USAGE);
  const { GATEWAYS = '', DEPLOY_ROOT = '' } = process.env;
  const named = options.gateways.length > 0 ? options.gateways : GATEWAYS === '' ? [] : [GATEWAYS];
  if (named.length > 0) {
    const gateways = readGateways(named, options.gateways.length > 0 ? '--gateway' : 'GATEWAYS');
    return console.log(await performAtGateways(gateways, options, project));
  }
  if (options.at !== undefined) {
    throw new PlainError('--at registers a version at a gateway: name it with --gateway https://lodestar.example.org.');
  }
  if (project !== undefined && DEPLOY_ROOT === '') {
    throw new PlainError('Name the gateway to publish to: --gateway https://lodestar.example.org --key FILE.');
  }
  console.log(await performHere(options, project));
}

if (import.meta.main) {
  publishRemote(process.argv.slice(2)).catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exitCode = 1;
  });
}
