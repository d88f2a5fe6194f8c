import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from 'shared-ui/contract/documents';
import { endAbandonedDevelopments } from './development.ts';
import { withLock } from './lock.ts';
import { type BuildRequest, buildPackage, nameTyped, packageVersion, remoteNamed } from './package-build.ts';
import { dataRoot, deployRoot } from './paths.ts';
import { PlainError, reasonOf } from './plain-error.ts';
import { type PublishOutcome, publishBuilt, publishShell, rollBack } from './publisher.ts';

const USAGE = `Publishes a remote, or takes a publication back.

  npm run publish-remote -- surveys-mfe [--version 1.3.0]   build it and make it active
  npm run publish-remote -- surveys --rollback              make the previous version active again
  npm run publish-remote -- --dir <folder>                  publish a remote that was built elsewhere
"shell" works in place of a remote's name. DEPLOY_ROOT says where to (default .lodestar/deploy).`;

/** A build that runs before this one may take a minute on a small machine. */
const BUILD_PATIENCE_MS = 10 * 60_000;

interface Options {
  typed: string | undefined;
  version: string | undefined;
  dir: string | undefined;
  rollback: boolean;
  help: boolean;
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parseArguments(args);
  const { version, dir, rollback = false, help = false } = values;
  if (positionals.length > 1) throw new PlainError('One remote at a time, please.');
  if (version !== undefined && !VERSION.pattern.test(version)) {
    throw new PlainError(`--version must be ${VERSION.says}, not "${version}".`);
  }
  if (rollback && (dir !== undefined || version !== undefined)) {
    throw new PlainError('--rollback goes to the previous version; it takes neither --dir nor --version.');
  }
  const typed = positionals[0];
  if (!help && typed === undefined && dir === undefined) {
    throw new PlainError('Name the remote to publish, e.g. npm run publish-remote -- surveys-mfe (--help shows more).');
  }
  return { typed, version, dir, rollback, help };
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        version: { type: 'string' },
        dir: { type: 'string' },
        rollback: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (thrown) {
    throw new PlainError(reasonOf(thrown).split('. ')[0] ?? USAGE);
  }
}

/** How to build besides name and version. */
export type BuildManner = Pick<BuildRequest, 'folder' | 'dev' | 'cache' | 'signal'>;

/** Builds a package from this repository and publishes it; one build at a time for a package and deploy root. */
export async function buildAndPublish(
  root: string,
  name: string,
  version: string,
  manner: BuildManner = {},
): Promise<PublishOutcome> {
  const builds = join(dataRoot(process.env), 'build');
  const out = join(builds, 'out', name);
  return withLock(
    join(builds, `${name}.lock`),
    async () => {
      await buildPackage({ name, version, out, ...manner });
      const publishIt = name === 'shell' ? publishShell : publishBuilt;
      return publishIt(root, out, { name, version });
    },
    BUILD_PATIENCE_MS,
  );
}

async function perform({ typed, version, dir, rollback }: Options): Promise<PublishOutcome> {
  const root = deployRoot(process.env);
  await endAbandonedDevelopments(root);
  const name = typed === undefined ? typed : nameTyped(typed);
  const expected = { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) };
  if (dir !== undefined) {
    const from = resolve(process.env.INIT_CWD ?? process.cwd(), dir);
    return name === 'shell' ? publishShell(root, from, expected) : publishBuilt(root, from, expected);
  }
  if (name === undefined) throw new PlainError(USAGE);
  if (rollback) return rollBack(root, name);
  const own = name === 'shell' ? name : remoteNamed(typed ?? name);
  return buildAndPublish(root, own, version ?? (await packageVersion(own)));
}

/** Does what the command line asks for, and says what it did. Throws PlainError. */
export async function publishRemote(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const { name, version, changed, revision } = await perform(options);
  const done = changed ? `is active now (registry revision ${revision})` : 'was published and active already';
  console.log(`${name} ${version} ${done}.`);
}

if (import.meta.main) {
  publishRemote(process.argv.slice(2)).catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exitCode = 1;
  });
}
