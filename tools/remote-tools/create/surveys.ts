import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { CI_FILES, COMMON_FIELDS, commonDependencies, commonFiles, namesFor, SCRIPTS, titleOf } from './common.ts';
import { containerOf, EXAMPLE, FRAMEWORKS, type Framework, frameworkFiles, type Template } from './frameworks.ts';
import { json, type ProjectFiles, readTemplate, writeProject } from './project.ts';

const TEMPLATE = join(import.meta.dirname, 'surveys');
/** What a separate project has besides. */
const PROJECT = join(import.meta.dirname, 'surveys-project');
const EXAMPLE_CONTAINER = 'plain_surveys_2_0_0';
const EXAMPLE_CLASS = 'plain-survey';
const CONTRACT = join(REPO, 'shared-ui', 'src', 'contract', 'survey.ts');

/** Compiler options for the starting point. */
const COMPILER = {
  target: 'ES2023',
  module: 'preserve',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
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

const PLAIN: Framework = {
  tells: ', and need no framework',
  questions: 'at the top of `src/survey.js`',
  files: [
    ['src/survey.js', 'the forms: texts in English and Canadian French, questions, rendering'],
    ['remote.json', "the remote's description"],
    ['build.mjs', 'builds `dist/`'],
  ],
  build: 'node build.mjs',
  dependencies: {},
  devDependencies: {},
  compilerOptions: { types: [] },
};

/** Returns the README of a project, which differs in what its forms are made of. */
function readme(text: string, { tells, questions, files }: Framework): string {
  const rows = [
    ['file', 'contents'],
    ...files.map(([file, what]) => [`\`${file}\``, what] as const),
    ['`src/contract.ts`', 'the contract `survey@1` as types, for your editor'],
    ['`test/`', 'tests of the build'],
    ['`e2e/`', 'end-to-end tests (Playwright)'],
  ].map(([file = '', what = '']) => `| ${file} | ${what} |`);
  return text
    .replace('{{tells}}', tells)
    .replace('{{questions}}', questions)
    .replace('{{files}}', rows.toSpliced(1, 0, '| --- | --- |').join('\n'));
}

/**
 * Returns a surveys remote as a separate project, with lint, type checks, tests and CI. Build and unit tests of a plain
 * one need nothing installed.
 */
export async function surveysProject(name: string, template: Template = 'plain'): Promise<ProjectFiles> {
  const title = `Surveys of ${titleOf(name)}`;
  const framework = template === 'plain' ? PLAIN : FRAMEWORKS[template];
  const source = template === 'plain' ? await startingPoint(name) : await frameworkFiles(name, template);
  const own = await readTemplate(PROJECT, namesFor('surveys', title));
  const files = new Map([...source, ...(await commonFiles('surveys', title)), ...own]);
  files.set('src/contract.ts', await contractTypes());
  for (const ci of CI_FILES) files.set(ci, (files.get(ci) ?? '').replace(...CHECK));
  files.set('README.md', readme(files.get('README.md') ?? '', framework));
  const compilerOptions = { allowJs: true, checkJs: true, noEmit: true, strict: true, noImplicitAny: false };
  const options = { ...compilerOptions, ...COMPILER, ...framework.compilerOptions };
  files.set('tsconfig.json', json({ compilerOptions: options, include: ['src'] }));
  const scripts = {
    build: framework.build,
    test: 'npm run build && node --test',
    ...SCRIPTS,
  };
  const { dependencies } = framework;
  const packageJson = {
    name: `${name}-surveys`,
    ...COMMON_FIELDS,
    type: 'module',
    scripts,
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
    devDependencies: sorted({ ...(await commonDependencies()), ...framework.devDependencies }),
  };
  return files.set('package.json', json(packageJson));
}

const sorted = (ranges: Record<string, string>) => Object.fromEntries(Object.entries(ranges).sort());
