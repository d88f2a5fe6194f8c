import { readAddress, readArguments, resolveInputPath } from 'server-kit/command-line';
import { readDocument } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import { parseRegistry } from 'shared-ui/contract';
import { download, platformIn } from '../platform/tarballs.ts';
import { featureProject } from './feature.ts';
import { addPlatform, writeProject } from './project.ts';
import { surveysProject, writeStartingPoint } from './surveys.ts';
import { type Deployment, refuseTakenName } from './taken-names.ts';

const USAGE = `Creates a project for a remote.

  npm run create-remote -- feature pharmacy --to <folder>        screens of one's own, at /pharmacy
  npm run create-remote -- surveys my-hospital --to <folder>     a hospital's own surveys: no framework
  npm run create-remote -- surveys my-hospital                   the same into ./my-hospital-surveys, nothing to install

    --platform <folder>   copies the platform's packages (pack-platform) from there into the project
    --gateway <address>   also refuses names and paths that are taken at that gateway`;

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PROJECTS = { feature: featureProject, surveys: surveysProject };

interface Options {
  kind: keyof typeof PROJECTS;
  name: string;
  to: string | undefined;
  platform: string | undefined;
  gateway: string | undefined;
}

/** Parses the command line; undefined when it asks for help. Throws PlainError at the first problem. */
function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = readArguments(args, {
    to: { type: 'string' },
    platform: { type: 'string' },
    gateway: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const [kind, name, ...rest] = positionals;
  if (values.help) return undefined;
  if ((kind !== 'feature' && kind !== 'surveys') || name === undefined || rest.length > 0) throw new PlainError(USAGE);
  if (!NAME.test(name)) throw new PlainError(`The name must be like "my-hospital", not "${name}".`);
  if (kind === 'feature' && values.to === undefined) throw new PlainError('A feature needs --to <folder>.');
  const { to, platform, gateway } = values;
  if (platform !== undefined && to === undefined) throw new PlainError('--platform needs --to <folder>.');
  return { kind, name, to, platform, gateway };
}

/** Returns what is published at a gateway. Throws PlainError if it is unreachable. */
async function deploymentAt(gateway: string): Promise<Deployment> {
  const url = new URL('/registry.json', readAddress(gateway, '--gateway'));
  const text = (await download(url)).toString();
  return { gateway, registry: readDocument(text, url.href, parseRegistry) };
}

/** Creates the project that the command line asks for. Returns a message to print. Throws PlainError. */
export async function createRemote(args: string[]): Promise<string> {
  const options = readOptions(args);
  if (options === undefined) return USAGE;
  const { kind, name, to, platform, gateway } = options;
  // A surveys project publishes "surveys", whatever it is called.
  if (kind === 'feature') refuseTakenName(name, gateway === undefined ? undefined : await deploymentAt(gateway));
  const folder = resolveInputPath(to ?? `${name}-surveys`);
  const packages = platform === undefined ? undefined : resolveInputPath(platform);
  const tarballs = packages === undefined ? [] : await platformIn(packages);
  if (to === undefined) await writeStartingPoint(name, folder);
  else await writeProject(folder, await PROJECTS[kind](name));
  if (packages !== undefined) await addPlatform(folder, packages, tarballs);
  return `${folder} is a project to start from. Its README.md says how to continue.`;
}
