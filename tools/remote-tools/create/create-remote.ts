import { pathTyped, readArguments } from '../../../gateway/common/command-line.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';
import { featureProject } from './feature.ts';
import { writeProject } from './project.ts';
import { surveysProject, writeStartingPoint } from './surveys.ts';

const USAGE = `Writes a starting point for a remote.

  npm run create-remote -- feature pharmacy --to <folder>        screens of one's own, at /pharmacy
  npm run create-remote -- surveys my-hospital --to <folder>     a hospital's own surveys: no framework
  npm run create-remote -- surveys my-hospital                   the same into ./my-hospital-surveys, nothing to install`;

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PROJECTS = { feature: featureProject, surveys: surveysProject };

interface Options {
  kind: keyof typeof PROJECTS;
  name: string;
  to: string | undefined;
}

function readOptions(args: string[]): Options {
  const { values, positionals } = readArguments(args, {
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const [kind, name, ...rest] = positionals;
  if (values.help || (kind !== 'feature' && kind !== 'surveys') || name === undefined || rest.length > 0)
    throw new PlainError(USAGE);
  if (!NAME.test(name)) throw new PlainError(`The name must be like "my-hospital", not "${name}".`);
  if (kind === 'feature' && values.to === undefined) throw new PlainError(`Where to? A feature needs --to <folder>.`);
  return { kind, name, to: values.to };
}

/** Creates the project that the command line asks for. Returns a message to print. Throws PlainError. */
export async function createRemote(args: string[]): Promise<string> {
  const { kind, name, to } = readOptions(args);
  const folder = pathTyped(to ?? `${name}-surveys`);
  if (to === undefined) await writeStartingPoint(name, folder);
  else await writeProject(folder, await PROJECTS[kind](name));
  return `${folder} is a remote to start from. Its README.md says how to go on.`;
}
