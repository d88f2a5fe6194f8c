import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../shell/commands/running.ts';
import { REPO } from '../../shell/gateway/paths.ts';
import { PlainError } from '../../shell/gateway/plain-error.ts';

const USAGE = `Writes a starting point for a hospital's own surveys: no framework, nothing to install, passes the conformance kit.

  npm run create-remote -- surveys my-hospital               into ./my-hospital-surveys
  npm run create-remote -- surveys my-hospital --to <folder>`;

const TEMPLATE = join(import.meta.dirname, 'template');
/** The example that the guide shows is the starting point: one form of it to keep true. */
const EXAMPLE = join(REPO, 'e2e', 'fixtures', 'plain-survey', 'remoteEntry.js');
const EXAMPLE_CONTAINER = 'plain_surveys_2_0_0';
const EXAMPLE_CLASS = 'plain-survey';
const CONTRACT = join(REPO, 'shared-ui', 'src', 'contract', 'survey.ts');

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The contract as types alone: without the checks that the app makes of them. */
async function contractTypes(): Promise<string> {
  const text = await readFile(CONTRACT, 'utf8');
  const [, kinds = ''] = /SURVEY_KINDS = \[(.*?)\]/.exec(text) ?? [];
  const from = text.indexOf('/** One answer.');
  const to = text.indexOf('/** The module as a surveys remote');
  if (kinds === '' || from < 0 || to < from) throw new Error(`${CONTRACT} does not look as expected`);
  const union = kinds.replaceAll(',', ' |');
  return `/** The contract survey@1: what your remote exposes, and what it is given. */\n\nexport type SurveyKind = ${union};\n\n${text.slice(from, to).trimEnd()}\n`;
}

async function source(name: string): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  return text
    .replaceAll(EXAMPLE_CONTAINER, containerOf(name))
    .replaceAll(EXAMPLE_CLASS, `${name}-survey`)
    .replace(
      /^\/\*\*[\s\S]*?\*\/\n/,
      `/** The surveys of ${name}: keeps survey@1 (see contract.ts), with no framework and no bundler. */\n`,
    )
    .replace('  const survey = {', "  /** @type {import('./contract.ts').SurveyRemote} */\n  const survey = {");
}

const containerOf = (name: string) => `${name.replaceAll('-', '_')}_surveys`;

/** The starting point's files: path -> text. */
export async function startingPoint(name: string): Promise<Map<string, string>> {
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
    ['package.json', `${JSON.stringify(packageJson, null, 2)}\n`],
    ['remote.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['build.mjs', await readFile(join(TEMPLATE, 'build.mjs'), 'utf8')],
    ['README.md', readme.replaceAll('{{name}}', name)],
    ['.gitignore', 'dist/\n'],
    ['src/contract.ts', await contractTypes()],
    ['src/survey.js', await source(name)],
  ]);
}

/** Writes the starting point into a folder that is empty or not there yet. Throws PlainError when it is neither. */
export async function writeStartingPoint(name: string, folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new PlainError(`${folder} is not empty.`);
  for (const [path, text] of await startingPoint(name)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function readOptions(): { name: string; folder: string } {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  const [what, name, ...rest] = positionals;
  if (what !== 'surveys' || name === undefined || rest.length > 0) throw new PlainError(USAGE);
  if (!NAME.test(name)) throw new PlainError(`The name must be like "my-hospital", not "${name}".`);
  return { name, folder: resolve(process.env.INIT_CWD ?? process.cwd(), values.to ?? `${name}-surveys`) };
}

if (import.meta.main) {
  runCommand(async () => {
    const { name, folder } = readOptions();
    await writeStartingPoint(name, folder);
    console.log(`${folder} is a surveys remote to start from. Its README.md says how to go on; first: npm run build`);
  });
}
