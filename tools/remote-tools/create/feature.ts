import { join } from 'node:path';
import { COMMON_FIELDS, commonDependencies, commonFiles, namesFor, SCRIPTS, titleOf } from './common.ts';
import { json, type ProjectFiles, rangesHere, readTemplate } from './project.ts';

const TEMPLATE = join(import.meta.dirname, 'feature');

const OWN = ['lucide-react', 'react', 'react-dom', 'react-router-dom', 'styled-components'];
const DEVELOPMENT = [
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
];

async function packageJson(name: string): Promise<string> {
  const development = { ...(await commonDependencies()), ...(await rangesHere(DEVELOPMENT)) };
  return json({
    name,
    ...COMMON_FIELDS,
    scripts: { build: 'build-remote', test: 'jest', ...SCRIPTS },
    dependencies: await rangesHere(OWN),
    devDependencies: Object.fromEntries(Object.entries(development).sort()),
  });
}

/** Returns a feature remote as a separate project: a screen with its texts, API calls, state and tests. */
export async function featureProject(name: string): Promise<ProjectFiles> {
  const title = titleOf(name);
  const files = [...(await commonFiles(name, title)), ...(await readTemplate(TEMPLATE, namesFor(name, title)))];
  return new Map(files).set('package.json', await packageJson(name));
}
