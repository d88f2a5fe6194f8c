import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { json, type ProjectFiles, rangesHere } from './project.ts';

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
export async function featureProject(name: string): Promise<ProjectFiles> {
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
