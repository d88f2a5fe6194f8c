import { join } from 'node:path';
import type { Registry, Trust } from 'shared-ui/contract';
import { resolveInputPath, toRemoteName } from './common/command-line.ts';
import { readTextIfThere } from './common/disk.ts';
import { withLock } from './common/lock.ts';
import { dataRoot, deployRoot } from './common/paths.ts';
import { PlainError } from './common/plain-error.ts';
import { endAbandonedDevelopments } from './dev/development.ts';
import { orderAt, registryAt } from './fleet/command.ts';
import { readGateways } from './fleet/coordinate.ts';
import { performOn } from './publish/actions.ts';
import { enforceGate } from './publish/gate/gate.ts';
import { factsOfDeployRoot, factsOfGateway } from './publish/gate/host-facts.ts';
import { buildPackage, packageVersion, remoteNamed } from './publish/package-build.ts';
import {
  type Build,
  type Expected,
  type PublishOptions,
  type PublishOutcome,
  publishBuilt,
  publishShell,
  readRemote,
  readShell,
} from './publish/publisher.ts';
import { historyTable } from './registry/history.ts';
import { parseDeclaration, REMOTE_MANIFEST } from './registry/manifest.ts';
import { readRegistry } from './registry/registry.ts';
import { entryOf } from './rollout/release/entry.ts';
import { type Options, readOptions } from './rollout/release/options.ts';
import { keyForBuild, namedKey, type SigningKey } from './trust/signing-key.ts';

const USAGE = `Publishes a remote, or undoes a publication.

  npm run publish-remote -- surveys-mfe [--version 1.3.0]   build it and make it active
  npm run publish-remote -- --dir <folder> [--key <file>]   publish a build from another place
  npm run publish-remote -- surveys-mfe --share 10          build it for 10 % of browsers (also with --dir, --version)
  npm run publish-remote -- surveys --share 50              change the share of the version on trial
  npm run publish-remote -- surveys --promote               make the version on trial active for everyone
  npm run publish-remote -- surveys --rollback              end the trial, else make the last healthy version active
  npm run publish-remote -- surveys --to 1.2.0              make a published version active
  npm run publish-remote -- surveys --revoke 1.3.0          remove a version permanently
  npm run publish-remote -- --history surveys               who did what, when and why
Builds made here are signed with --key, SIGNING_KEY_FILE or the key in .lodestar/keys. Other builds are signed with one of the
first two; without a key they are sandboxed: survey@1 only, in a separate frame (npm run keys creates keys).
Builds that can-i-publish rejects are published only with --force "reason", which the history records.
--why "text" is recorded in the history. "shell" can be used as a name, except for trials.
DEPLOY_ROOT is the target (default .lodestar/deploy); GATEWAYS=https://a,https://b publishes to all of these.`;

/** Lock timeout in milliseconds: a build that runs before this one may take a minute on a small machine. */
const BUILD_LOCK_TIMEOUT_MS = 10 * 60_000;

/** Build options besides name and version. */
export type BuildOptions = {
  /** Checks the build before it is published. Returns the reason for the history. Throws PlainError to refuse it. */
  check?: (folder: string) => Promise<string | undefined>;
};

/**
 * Builds a package of this repository, signs and publishes it; `options.key` defaults to this machine's key. Runs one
 * build at a time per package and deploy root.
 */
export async function buildAndPublish(
  root: string,
  name: string,
  version: string,
  { check }: BuildOptions = {},
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  const publishIt = name === 'shell' ? publishShell : publishBuilt;
  // Rejects an unsuitable key before the build, which takes a minute.
  const key = name === 'shell' ? undefined : (options.key ?? (await keyForBuild(process.env, name)));
  return withBuilt(name, version, async (out) => {
    const why = check === undefined ? options.why : await check(out);
    return publishIt(root, out, { name, version }, { ...options, ...(why === undefined ? {} : { why }), key });
  });
}

/** Builds a package of this repository, and runs `use` on the output while no other command builds it. */
async function withBuilt<T>(name: string, version: string, use: (out: string) => Promise<T>) {
  const builds = join(dataRoot(process.env), 'build');
  const out = join(builds, 'out', name);
  const work = async () => {
    await buildPackage({ name, version, out });
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
function isAboutShare(registry: Registry, name: string, { share, dir, version }: Options): boolean {
  if (share === undefined || dir !== undefined || version !== undefined) return false;
  return entryOf(registry, name)?.canary !== undefined;
}

/**
 * Returns the build to publish to several gateways, read or built here. Each gateway runs the gate; this command does
 * so before anything is sent.
 */
async function buildFor(gateway: string, { target, version, dir, key, force }: Options): Promise<Build> {
  const name = target === undefined ? target : toRemoteName(target);
  const own = name === 'shell' || dir !== undefined ? name : remoteNamed(target ?? '');
  const read = async (folder: string, expected: Expected, signing: SigningKey | undefined) => {
    if (own === 'shell') return readShell(folder, expected);
    await enforceGate(await factsOfGateway(gateway), folder, { trust: signing ? 'trusted' : 'sandboxed', force });
    return readRemote(folder, expected, { key: signing });
  };
  if (dir !== undefined) {
    const expected = { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) };
    const from = resolveInputPath(dir);
    return read(from, expected, own === 'shell' ? undefined : await keyForFolder(from, key));
  }
  const built = { name: own ?? '', version: version ?? (await packageVersion(own ?? '')) };
  const signing = own === 'shell' ? undefined : await keyForBuild(process.env, built.name, key);
  return withBuilt(built.name, built.version, (out) => read(out, built, signing));
}

/** Performs the command at every gateway in GATEWAYS. */
async function performAtGateways(gateways: string, options: Options): Promise<string> {
  const [first = ''] = readGateways(gateways);
  const name = toRemoteName(options.target ?? '');
  const isPublication = options.action.kind === 'publish' && !isAboutShare(await registryAt(first), name, options);
  return orderAt(gateways, options, isPublication ? await buildFor(first, options) : undefined);
}

function publishedMessage({ name, version, changed, revision }: PublishOutcome, share: number | undefined): string {
  if (!changed) return `${name} ${version} was published and ${share ? `on trial with ${share} %` : 'active'} already.`;
  const done = share === undefined ? 'is active now' : `goes to ${share} % of browsers now`;
  return `${name} ${version} ${done} (registry revision ${revision}).`;
}

/** Runs the command and prints what it did. Throws PlainError. */
export async function publishRemote(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const root = deployRoot(process.env);
  const name = toRemoteName(options.target ?? '');
  if (options.action.kind === 'history') {
    console.log(await historyTable(root, name));
    return;
  }
  if (process.env.GATEWAYS) {
    console.log(await performAtGateways(process.env.GATEWAYS, options));
    return;
  }
  await endAbandonedDevelopments(root);
  const { share, why, action } = options;
  if (action.kind !== 'publish') console.log(await performOn(root, name, action, why ? { why } : {}));
  else if (isAboutShare(await readRegistry(root), name, options)) {
    console.log(await performOn(root, name, { kind: 'share', share: share ?? 0 }, why ? { why } : {}));
  } else console.log(publishedMessage(await publish(root, options), share));
}

if (import.meta.main) {
  publishRemote(process.argv.slice(2)).catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exitCode = 1;
  });
}
