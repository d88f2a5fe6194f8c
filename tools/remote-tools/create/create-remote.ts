import { readAddress, readArguments, resolveInputPath } from 'server-kit/command-line';
import { readDocument } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import { parseRegistry } from 'shared-ui/contract';
import { download, platformIn } from '../platform/tarballs.ts';
import { featureProject } from './feature.ts';
import { TEMPLATE_NAMES, type Template } from './frameworks.ts';
import { addPlatform, writeProject } from './project.ts';
import { surveysProject, writeStartingPoint } from './surveys.ts';
import { type Deployment, refuseTakenName } from './taken-names.ts';

const USAGE = `Creates a project for a remote.

  npm run create-remote -- feature pharmacy --to <folder>        screens of one's own, at /pharmacy
  npm run create-remote -- surveys my-hospital --to <folder>     a hospital's own surveys: no framework
  npm run create-remote -- surveys my-hospital --template vue    the same with Vue, or svelte, react, plain
  npm run create-remote -- surveys my-hospital                   the same into ./my-hospital-surveys, nothing to install

    --platform <folder>   copies the platform's packages (pack-platform) from there into the project
    --gateway <address>   also refuses names and paths that are taken at that gateway`;

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

interface Options {
  kind: 'feature' | 'surveys';
  name: string;
  /** Of surveys only; undefined for the one that needs nothing installed. */
  template: Template | undefined;
  to: string | undefined;
  platform: string | undefined;
  gateway: string | undefined;
}

/** Parses the command line; undefined when it asks for help. Throws PlainError at the first problem. */
function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = readArguments(args, {
    to: { type: 'string' },
    template: { type: 'string' },
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
  const template = readTemplateName(kind, values.template);
  if (platform !== undefined && to === undefined && template === undefined)
    throw new PlainError('--platform needs --to <folder>.');
  return { kind, name, template, to, platform, gateway };
}

/** Parses the value of `--template`. Throws PlainError for an unknown one, or if the project has none. */
function readTemplateName(kind: Options['kind'], input: string | undefined): Template | undefined {
  if (input === undefined) return undefined;
  const template = TEMPLATE_NAMES.find((one) => one === input);
  if (kind === 'surveys' && template !== undefined) return template;
  throw new PlainError(`--template is for surveys, and is ${TEMPLATE_NAMES.join(', ')}, not "${input}".`);
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
  const { kind, name, template, to, platform, gateway } = options;
  // A surveys project publishes "surveys", whatever it is called.
  if (kind === 'feature') refuseTakenName(name, gateway === undefined ? undefined : await deploymentAt(gateway));
  const folder = resolveInputPath(to ?? `${name}-surveys`);
  const packages = platform === undefined ? undefined : resolveInputPath(platform);
  const tarballs = packages === undefined ? [] : await platformIn(packages);
  if (kind === 'feature') await writeProject(folder, await featureProject(name));
  else if (to === undefined && template === undefined) await writeStartingPoint(name, folder);
  else await writeProject(folder, await surveysProject(name, template));
  if (packages !== undefined) await addPlatform(folder, packages, tarballs);
  return `${folder} is a project to start from. Its README.md says how to continue.`;
}
