import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCatalogues, readTag } from 'server-kit/languages/catalogues';
import { checkLanguage } from 'server-kit/languages/check';
import { REPO } from 'server-kit/paths';
import { fillIn, missingTexts } from './missing.ts';

const ENGLISH = {
  plan: { title: 'Your care plan', call: 'Call 911 or <b>{{phone}}</b>' },
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
};
const SPANISH = {
  plan: { title: 'Su plan de cuidados', call: 'Llame al 911 o a <b>{{phone}}</b>' },
  minutes_many: '{{count}} de minutos',
  minutes_one: '{{count}} minuto',
  minutes_other: '{{count}} minutos',
};
const FILE = 'shell/src/locales/es.json';

let root: string;

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify(content));
}

/** Returns the faults of Spanish with some of its texts changed. */
function faultsOf(changes: Record<string, unknown>): string[] {
  write(FILE, { ...SPANISH, ...changes });
  const { faults, missing } = checkLanguage('es', root);
  return [...missing, ...faults];
}

const faultOf = (call: string) => faultsOf({ plan: { ...SPANISH.plan, call } })[0] ?? 'no fault';

function writeRepository(): void {
  root = mkdtempSync(join(tmpdir(), 'language-'));
  write('shell/src/locales/en.json', ENGLISH);
  write('desk-mfe/src/locales/en.json', { title: 'Ward board' });
  write('mock-api/src/locales/en.json', { 'error.PIN_WRONG': 'Wrong PIN, {name}.' });
  write('mock-api/src/locales/desk.en.json', { 'csv.name': 'Name' });
  write('mock-api/src/locales/es.json', { 'error.PIN_WRONG': 'PIN incorrecto, {name}.' });
  write('docs/languages/terms.json', { 'care plan': 'A plan' });
  for (const tag of ['es', 'ar'])
    write(`docs/languages/glossary.${tag}.json`, {
      terms: { 'care plan': ['plan* de cuidados'] },
      same: [],
      except: {},
    });
}

describe('language check', () => {
  before(writeRepository);
  after(() => rmSync(root, { recursive: true }));

  it('finds no fault in a complete language, and asks nothing of what staff read', () => {
    assert.deepEqual(faultsOf({}), []);
  });

  it('names unknown, missing and empty texts', () => {
    assert.match(faultsOf({ extra: 'Más' })[0] ?? '', /extra is no key of English/);
    assert.match(faultsOf({ plan: { call: SPANISH.plan.call } })[0] ?? '', /es\.json: 1 missing: plan\.title/);
    assert.match(faultOf(' '), /plan\.call is empty/);
  });

  it('names wrong placeholders, numbers and markup', () => {
    assert.match(faultOf('Llame al 911 o a <b>su hospital</b>'), /lacks \{\{phone\}\}/);
    assert.match(faultOf('Llame al 911 o a <b>{{phone}}</b>, {{name}}'), /has \{\{name\}\}, which English lacks/);
    assert.match(faultOf('Llame al 911 o a <b>{{phone}}</b> {{ phone }}'), /brace/);
    assert.match(faultOf('Llame o <b>{{phone}}</b>'), /lacks the number 911/);
    assert.match(faultOf('Llame al 911 o a {{phone}}'), /other tags/);
  });

  it('names a text that is still English', () => {
    assert.match(faultOf(ENGLISH.plan.call), /still English/);
  });

  it('holds texts to the glossary', () => {
    const withTitle = (title: string) => faultsOf({ plan: { ...SPANISH.plan, title } });
    assert.match(withTitle('Su programa de atención')[0] ?? '', /doesn't say "care plan" as the glossary does/);
    assert.deepEqual(withTitle('Sus planes de cuidados'), []);
  });

  it('wants the plural forms of the language, and lets a form for a single number leave it out', () => {
    write('shell/src/locales/ar.json', {
      minutes_zero: 'لا دقائق',
      minutes_one: 'دقيقة واحدة',
      minutes_two: 'دقيقتان',
      minutes_few: 'دقائق',
      minutes_many: '{{count}} دقيقة',
    });
    const { faults, missing } = checkLanguage('ar', root);
    assert.deepEqual(faults, ['shell/src/locales/ar.json: minutes_few lacks {{count}}']);
    assert.match(missing.join('\n'), /shell\/src\/locales\/ar\.json: 3 missing: .*minutes_other/);
  });

  it('wants a number in parts to keep its direction in a text from right to left', () => {
    const faultsIn = (number: string) => {
      write('shell/src/locales/ar.json', { plan: { call: `اتصل بالرقم 911 أو ${number} أو <b>{{phone}}</b>` } });
      return checkLanguage('ar', root).faults;
    };
    assert.deepEqual(faultsIn('\u2068+1 416 555 0101\u2069'), []);
    assert.match(faultsIn('+1 416 555 0101').join(), /plan\.call has a number in parts/);
  });

  it('refuses a glossary that lacks a term', () => {
    write('docs/languages/glossary.uk.json', { terms: {}, same: [], except: {} });
    assert.throws(() => checkLanguage('uk', root), /lacks the terms care plan/);
    assert.throws(() => checkLanguage('vi', root), /glossary\.vi\.json is missing/);
  });

  it('prints what is missing, and takes it back filled in, in the shape and order of English', async () => {
    write(FILE, { minutes_one: SPANISH.minutes_one });
    const missing = missingTexts('es', root);
    assert.deepEqual(missing[FILE]?.minutes_many, { en: '{{count}} minutes', es: '' });
    const filled = { 'plan.title': { en: 'Your care plan', es: SPANISH.plan.title }, minutes_other: { es: '' } };
    assert.equal(await fillIn('es', { [FILE]: filled }, root), 1);
    const written = { plan: { title: SPANISH.plan.title }, minutes_one: SPANISH.minutes_one };
    assert.equal(readFileSync(join(root, FILE), 'utf8'), `${JSON.stringify(written, undefined, 2)}\n`);
    await assert.rejects(fillIn('es', { [FILE]: { other: { es: 'Otro' } } }, root), /"other" is no key of English/);
  });

  it('takes language tags only', () => {
    assert.equal(readTag('tl'), 'tl');
    assert.equal(readTag('zh-hant'), 'zh-Hant');
    assert.throws(() => readTag('zh_Hant'), /Name the language by its tag/);
    assert.throws(() => readTag(undefined), /Name the language/);
  });
});

describe('languages of the product', () => {
  it('have each catalogue of pages under its own name, by which packs find it', () => {
    const known = new Set(readCatalogues(REPO).map(({ id }) => id));
    const sources = globSync('{shell,shared-ui,*-mfe}/src/**/*.{ts,tsx}', { cwd: REPO }).filter(
      (file) => !/\.test\.|\/i18n\/i18n\.ts$|\/(development|override)\//.test(file),
    );
    const names = sources.flatMap((file) =>
      [...readFileSync(join(REPO, file), 'utf8').matchAll(/defineCatalogue\(\s*'([^']+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
    assert.equal(new Set(names).size, names.length);
  });

  it('are complete in French, and without fault in every language that has a glossary', () => {
    const tags = globSync('docs/languages/glossary.*.json', { cwd: REPO }).map((file) => file.split('.')[1] ?? '');
    assert.deepEqual(checkLanguage('fr', REPO).missing, []);
    assert.deepEqual(
      tags.flatMap((tag) => checkLanguage(tag, REPO).faults),
      [],
    );
  });
});
