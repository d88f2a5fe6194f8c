import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { json, type ProjectFiles, rangesHere, readTemplate } from './project.ts';

const TEMPLATE = join(import.meta.dirname, 'both');

/** Names of the templates, in code and in texts. */
const EXAMPLE = { name: 'sample-remote', title: 'Sample remote' };

/** "dental-care" -> "Dental care" */
export const titleOf = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the replacements of the templates' names. */
export const namesFor = (remote: string, title: string): Record<string, string> => ({
  [EXAMPLE.name]: remote,
  [EXAMPLE.title]: title,
});

const IGNORED = ['.lodestar/', '.mf/', 'dist/', 'node_modules/', 'playwright-report/', 'test-results/'];

/** Returns the rules of linter and formatter: those of this repository, without its rules for layers. */
async function lintSettings(): Promise<string> {
  const { formatter, html, javascript, linter } = JSON.parse(await readFile(join(REPO, 'biome.json'), 'utf8'));
  return json({
    $schema: './node_modules/@biomejs/biome/configuration_schema.json',
    vcs: { enabled: true, clientKind: 'git', useIgnoreFile: true },
    formatter,
    html,
    javascript,
    linter,
  });
}

/** Commands of both kinds of project. */
export const SCRIPTS = {
  dev: 'dev',
  // The tests publish dist/, which the last change of the code may have left behind.
  e2e: 'npm run build && playwright test',
  lint: 'biome check --error-on-warnings',
  format: 'biome check --write',
  types: 'tsc --noEmit && tsc --noEmit -p e2e',
  'can-i-publish': 'can-i-publish',
  'publish-remote': 'publish-remote',
  upgrade: 'upgrade',
};

/** CI files of both kinds of project; a team deletes those of the services that it doesn't use. */
export const CI_FILES = ['.github/workflows/ci.yml', '.gitlab-ci.yml', 'Jenkinsfile'];

/** Fields of package.json that are the same in both kinds of project. */
export const COMMON_FIELDS = {
  version: '1.0.0',
  private: true,
  engines: { node: '^20.19.0 || ^22.13.0 || >=24' },
  // Both work without their install scripts, which npm asks about otherwise.
  allowScripts: { '@parcel/watcher': false, '@swc/core': false },
};

/** Returns the packages that both kinds of project need for development. */
export const commonDependencies = () => rangesHere(['@biomejs/biome', '@types/node', 'playwright', 'typescript']);

/** Returns the files of both kinds of project: lint settings, end-to-end tests, CI and changelog. */
export async function commonFiles(remote: string, title: string): Promise<ProjectFiles> {
  const files = await readTemplate(TEMPLATE, namesFor(remote, title));
  // npm would omit a file with that name from the tools' package.
  files.set('.gitignore', `${IGNORED.join('\n')}\n`);
  return files.set('biome.json', await lintSettings());
}
