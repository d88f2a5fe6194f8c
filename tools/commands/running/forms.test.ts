import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { REPO } from 'server-kit/paths';

const read = (file: string) => readFileSync(join(REPO, file), 'utf8');

const SCREENS = globSync('{shell,*-mfe}/src/**/*.tsx', { cwd: REPO }).filter((file) => !/\.test\.tsx$/.test(file));

/** Components that take their schema from the screens that show them; those count as the forms. */
const FRAMES = [
  'desk-mfe/src/components/DialogForm.tsx',
  'onboarding-mfe/src/components/EmailForm.tsx',
  'onboarding-mfe/src/components/ScreenForm.tsx',
  'timeline-mfe/src/components/SectionForm.tsx',
];
const FORM = /<(Formik|DialogForm|EmailForm|ScreenForm|SectionForm)\b/g;
const FORMS = SCREENS.filter((file) => !FRAMES.includes(file) && read(file).search(FORM) >= 0).sort();

const count = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].length;

/** Returns the modules that define a form's schema: its imports of anything named as a schema, or the file itself. */
function schemaModules(file: string): string[] {
  const source = read(file);
  const imports = [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']*)';$/gm)];
  const imported = imports.flatMap(([, names = '', path = '']) => (/schema/i.test(names) ? [path] : []));
  return [...imported.map((path) => join(dirname(file), path)), ...(/\byup\.object\(/.test(source) ? [file] : [])];
}

test('every production form is built with Formik and validated by a yup schema', (t) => {
  assert.ok(FORMS.length >= 20, `only ${FORMS.length} forms were found`);
  for (const file of FORMS) {
    const source = read(file);
    const modules = schemaModules(file);
    assert.equal(count(source, /\b(validationSchema|schema)=/g), count(source, FORM), file);
    assert.ok(modules.length > 0, `${file} has no schema`);
    for (const module of modules) assert.match(read(module), /\byup\./, module);
    t.diagnostic(`${file}: ${modules.join()}`);
  }
});

test('no production screen has a hand-written form or submit handler', () => {
  assert.deepEqual(
    SCREENS.filter((file) => /<form\b|\bSubmitEvent\b|\bFormEvent\b/.test(read(file))),
    [],
  );
});
