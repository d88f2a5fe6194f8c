import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readArguments, resolveInputPath } from '../../../gateway/common/command-line.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';
import { json, type ProjectFiles, rangesHere, writeProject } from './project.ts';
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
  if (kind === 'feature' && values.to === undefined) throw new PlainError('A feature needs --to <folder>.');
  return { kind, name, to: values.to };
}

/** Creates the project that the command line asks for. Returns a message to print. Throws PlainError. */
export async function createRemote(args: string[]): Promise<string> {
  const { kind, name, to } = readOptions(args);
  const folder = resolveInputPath(to ?? `${name}-surveys`);
  if (to === undefined) await writeStartingPoint(name, folder);
  else await writeProject(folder, await PROJECTS[kind](name));
  return `${folder} is a remote to start from. Its README.md says how to go on.`;
}

const TEMPLATE = join(import.meta.dirname, 'feature');

/** Name of the template in code and in texts. */
const EXAMPLE = { name: 'sample-remote', title: 'Sample remote' };

const OWN = ['lucide-react', 'react', 'react-dom', 'react-router-dom', 'styled-components'];
const DEVELOPMENT = [
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'typescript',
];

/** "dental-care" -> "Dental care" */
const titleOf = (name: string) => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

async function packageJson(name: string): Promise<string> {
  return json({
    name,
    version: '1.0.0',
    private: true,
    scripts: {
      build: 'build-remote',
      dev: 'dev',
      test: 'jest',
      types: 'tsc --noEmit',
      'can-i-publish': 'can-i-publish',
      'publish-remote': 'publish-remote',
    },
    dependencies: await rangesHere(OWN),
    devDependencies: await rangesHere(DEVELOPMENT),
  });
}

/** Returns a feature remote as a separate project: a screen with its texts, API calls, state and test. */
async function featureProject(name: string): Promise<ProjectFiles> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: ProjectFiles = new Map();
  for (const path of paths.sort()) {
    const text = await readFile(path, 'utf8');
    const own = text.replaceAll(EXAMPLE.name, name).replaceAll(EXAMPLE.title, titleOf(name));
    files.set(relative(TEMPLATE, path).split(sep).join('/'), own);
  }
  // npm would omit a file with that name from the tools' package.
  files.set('.gitignore', '.lodestar/\ndist/\nnode_modules/\n');
  return files.set('package.json', await packageJson(name));
}
