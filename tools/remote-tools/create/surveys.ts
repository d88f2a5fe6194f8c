import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { CI_FILES, COMMON_FIELDS, commonDependencies, commonFiles, namesFor, SCRIPTS, titleOf } from './common.ts';
import { json, type ProjectFiles, readTemplate, writeProject } from './project.ts';

const TEMPLATE = join(import.meta.dirname, 'surveys');
/** What a separate project has besides. */
const PROJECT = join(import.meta.dirname, 'surveys-project');
/** The guide's example is also the starting point, so that only one copy needs to be maintained. */
const EXAMPLE = join(REPO, 'e2e', 'fixtures', 'plain-survey', 'remoteEntry.js');
const EXAMPLE_CONTAINER = 'plain_surveys_2_0_0';
const EXAMPLE_CLASS = 'plain-survey';
const CONTRACT = join(REPO, 'shared-ui', 'src', 'contract', 'survey.ts');

/** Compiler options for the starting point. */
const COMPILER = {
  target: 'ES2023',
  module: 'preserve',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  allowImportingTsExtensions: true,
};

/** Returns the types of the contract, without the app's runtime checks. */
async function contractTypes(): Promise<string> {
  const text = await readFile(CONTRACT, 'utf8');
  const [, kinds = ''] = /SURVEY_KINDS = \[(.*?)\]/.exec(text) ?? [];
  const from = text.indexOf('/** One answer.');
  const to = text.indexOf('/** Returns the module as a surveys remote');
  if (kinds === '' || from < 0 || to < from) throw new Error(`${CONTRACT} does not look as expected`);
  const union = kinds.replaceAll(',', ' |');
  return `/** The contract survey@1: what your remote exposes, and what it is given. */\n\nexport type SurveyKind = ${union};\n\n${text.slice(from, to).trimEnd()}\n`;
}

async function source(name: string): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  return text
    .replaceAll(EXAMPLE_CONTAINER, containerOf(name))
    .replaceAll(EXAMPLE_CLASS, `surveys-${name}`)
    .replace(
      /^\/\*\*[\s\S]*?\*\/\n/,
      `/** The surveys of ${name}: keeps survey@1 (see contract.ts), with no framework and no bundler. */\n`,
    )
    .replace('  const survey = {', "  /** @type {import('./contract.ts').SurveyRemote} */\n  const survey = {");
}

const containerOf = (name: string) => `${name.replaceAll('-', '_')}_surveys`;

/** Returns the files of the starting point. */
async function startingPoint(name: string): Promise<ProjectFiles> {
  const manifest = {
    name: 'surveys',
    contract: 'survey@1',
    container: containerOf(name),
    entry: 'remoteEntry.js',
    expose: './survey',
    shared: {},
    locales: ['en', 'fr'],
  };
  const packageJson = {
    name: `${name}-surveys`,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { build: 'node build.mjs' },
  };
  const readme = await readFile(join(TEMPLATE, 'README.md'), 'utf8');
  return new Map([
    ['package.json', json(packageJson)],
    ['remote.json', json(manifest)],
    ['build.mjs', await readFile(join(TEMPLATE, 'build.mjs'), 'utf8')],
    ['README.md', readme.replaceAll('{{name}}', name)],
    ['.gitignore', 'dist/\n'],
    ['src/contract.ts', await contractTypes()],
    ['src/survey.js', await source(name)],
  ]);
}

/** Writes the starting point into an empty or new folder. Throws PlainError if the folder is not empty. */
export async function writeStartingPoint(name: string, folder: string): Promise<void> {
  await writeProject(folder, await startingPoint(name));
}

/** Where CI has no key, a signed version's gate can't run; this command checks the build without one. */
const CHECK = ['npm run can-i-publish -- dist', 'npx conformance dist'] as const;

/**
 * Returns the starting point as a separate project, with lint, type checks, tests and CI. Build and unit tests need
 * nothing installed.
 */
export async function surveysProject(name: string): Promise<ProjectFiles> {
  const title = `Surveys of ${titleOf(name)}`;
  const common = await commonFiles('surveys', title);
  const own = await readTemplate(PROJECT, namesFor('surveys', title));
  const files = new Map([...(await startingPoint(name)), ...common, ...own]);
  for (const ci of CI_FILES) files.set(ci, (files.get(ci) ?? '').replace(...CHECK));
  const compilerOptions = { allowJs: true, checkJs: true, noEmit: true, strict: true, noImplicitAny: false };
  files.set('tsconfig.json', json({ compilerOptions: { ...compilerOptions, ...COMPILER }, include: ['src'] }));
  const scripts = {
    build: 'node build.mjs',
    test: 'npm run build && node --test',
    ...SCRIPTS,
  };
  const packageJson = { name: `${name}-surveys`, ...COMMON_FIELDS, type: 'module', scripts };
  return files.set('package.json', json({ ...packageJson, devDependencies: await commonDependencies() }));
}
