/** Surveys projects with a framework, which Vite builds. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { type ProjectFiles, readTemplate } from './project.ts';

const TEMPLATES = join(import.meta.dirname, 'templates');

/** The guide's example, from which projects have their questions, so that only one copy needs to be maintained. */
export const EXAMPLE = join(REPO, 'e2e', 'fixtures', 'plain-survey', 'remoteEntry.js');

/** Names in the templates. */
const CONTAINER = 'my_hospital_surveys';
const CLASS = 'hospital-survey';

/** Versions of the packages that nothing in this platform uses. */
const VITE = { vite: '^8.3.8' };

/** What the forms of a project are made of, and what its README says of it. */
export interface Framework {
  /** End of the README's first sentence. */
  tells: string;
  /** Where the texts and questions are. */
  questions: string;
  /** Files to know, each with its contents. */
  files: readonly (readonly [file: string, contents: string])[];
  /** Build command. */
  build: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  compilerOptions: object;
}

function withVite(
  name: string,
  form: string,
  own: Pick<Framework, 'dependencies' | 'devDependencies' | 'compilerOptions'>,
): Framework {
  return {
    ...own,
    tells: `, and are made with ${name}`,
    questions: 'in `src/questions.js`',
    files: [
      ['src/questions.js', 'texts in English and Canadian French, and the questions of each form'],
      [`src/${form}`, 'what the app calls: shows a form, and removes it'],
      [`src/SurveyForm.${form === 'survey.jsx' ? 'jsx' : name.toLowerCase()}`, 'what a form looks like and does'],
      ['src/form.js', 'fields, drafts and answers, without a framework'],
      ['src/style.js', 'the style sheet'],
      ['vite.config.js', 'builds `dist/`, with `remote.mjs`'],
    ],
    build: 'vite build',
    devDependencies: { ...VITE, ...own.devDependencies },
  };
}

export const FRAMEWORKS = {
  react: withVite('React', 'survey.jsx', {
    // The app provides both at run time; the types are for the editor.
    dependencies: { react: '^19.3.1', 'react-dom': '^19.3.1' },
    devDependencies: {
      '@types/react': '^19.3.0',
      '@types/react-dom': '^19.3.0',
      '@vitejs/plugin-react': '^6.3.0',
    },
    // Refs begin as null, which plain JavaScript can't type.
    compilerOptions: { types: [], jsx: 'react-jsx', strictNullChecks: false },
  }),
  vue: withVite('Vue', 'survey.js', {
    dependencies: { vue: '^3.5.45' },
    devDependencies: { '@vitejs/plugin-vue': '^6.0.11' },
    compilerOptions: { types: [] },
  }),
  svelte: withVite('Svelte', 'survey.js', {
    dependencies: { svelte: '^5.57.3' },
    devDependencies: { '@sveltejs/vite-plugin-svelte': '^7.3.1' },
    compilerOptions: { types: ['svelte'] },
  }),
} satisfies Record<string, Framework>;

export type FrameworkName = keyof typeof FRAMEWORKS;

/** Where the forms of a surveys project come from. */
export const TEMPLATE_NAMES = ['plain', ...(Object.keys(FRAMEWORKS) as FrameworkName[])] as const;
export type Template = (typeof TEMPLATE_NAMES)[number];

/** Returns the global name under which a hospital's script is found, without its version. */
export const containerOf = (name: string) => `${name.replaceAll('-', '_')}_surveys`;

/** Returns texts and questions of the guide's example as a module. */
async function questions(): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  const from = text.indexOf('  const SCALES = {');
  const to = text.indexOf('  // The page');
  if (from < 0 || to < from) throw new Error(`${EXAMPLE} does not look as expected`);
  const code = text
    .slice(from, to)
    .trimEnd()
    .replaceAll(/^ {2}/gm, '')
    .replaceAll(/^const (?!AFTER)/gm, 'export const ');
  return `// What the forms ask, in both languages. Change texts and questions here.\n\n${code}\n`;
}

/** Returns the sources and the build of a hospital's surveys with a framework. */
export async function frameworkFiles(name: string, framework: FrameworkName): Promise<ProjectFiles> {
  const names = { [CONTAINER]: containerOf(name), [CLASS]: `surveys-${name}` };
  const parts = await Promise.all(['vite', framework].map((part) => readTemplate(join(TEMPLATES, part), names)));
  return new Map(parts.flatMap((files) => [...files])).set('src/questions.js', await questions());
}
