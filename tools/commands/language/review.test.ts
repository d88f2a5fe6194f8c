import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCatalogues } from 'server-kit/languages/catalogues';
import { readReview } from 'server-kit/languages/signatures';
import { REPO } from 'server-kit/paths';
import { ALL_LANGUAGES, LANGUAGES } from 'shared-ui/contract/languages';
import { isCritical } from 'shared-ui/contract/review';
import { takeOver } from './from-desk.ts';
import { review } from './review.ts';

type Loader = (this: { resourcePath: string; addDependency(file: string): void }, content: string) => Promise<string>;

const loader: Loader = createRequire(import.meta.url)(join(REPO, 'shared-ui/webpack/catalogue-loader.cjs'));
const SPANISH = 'shell/src/locales/es.json';
const DAY = '2026-11-29';

let root: string;

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify(content));
}

const unsigned = async () => (await readReview('es', root)).unsigned.map(({ id }) => id);
const signAll = () => review('es', 'Zoë Okafor', async () => 'y', { day: DAY, root });

/** Returns a catalogue as it is built. */
const build = async (file: string): Promise<unknown> =>
  JSON.parse(
    await loader.call(
      { resourcePath: join(root, file), addDependency: () => undefined },
      readFileSync(join(root, file), 'utf8'),
    ),
  );

describe('review of a language', () => {
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'review-'));
    write('shell/package.json', { name: 'shell' });
    write('shell/review/critical.json', { shell: ['offline.*', 'left'] });
    write('shell/src/locales/en.json', {
      offline: { title: 'You are offline' },
      left_one: 'One',
      left_other: 'More',
      hi: 'Hi',
    });
    write(SPANISH, {
      offline: { title: 'Sin conexión' },
      left_one: 'Uno',
      left_many: 'Muchos',
      left_other: 'Más',
      hi: 'Hola',
    });
  });
  after(() => rmSync(root, { recursive: true }));

  it('lists unsigned critical texts in what is built, in every plural form', async () => {
    assert.match(JSON.stringify(await build(SPANISH)), /"\$unsigned":"offline\.title left_one left_many left_other"/);
    assert.deepEqual(await unsigned(), [
      'shell:offline.title',
      'shell:left_one',
      'shell:left_many',
      'shell:left_other',
    ]);
  });

  it('signs what the reviewer approves, with name and day', async () => {
    const answers = ['y', 'n', 'q'];
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift() ?? '';
    };
    assert.equal(await review('es', 'Zoë Okafor', ask, { day: DAY, root }), 1);
    assert.match(asked[0] ?? '', /1 of 4 {2}shell:offline\.title\n {2}You are offline\n {2}Sin conexión/);
    assert.equal(asked.length, 3);
    const { 'shell:offline.title': signature, ...others } = JSON.parse(
      readFileSync(join(root, 'shell/review/es.json'), 'utf8'),
    );
    assert.deepEqual([signature.by, signature.on, others], ['Zoë Okafor', DAY, {}]);
  });

  it('makes a signature void when the English text or its translation changes', async () => {
    assert.equal(await signAll(), 3);
    assert.deepEqual(await unsigned(), []);
    assert.doesNotMatch(JSON.stringify(await build(SPANISH)), /unsigned/);
    write(SPANISH, {
      offline: { title: 'Está sin conexión' },
      left_one: 'Uno',
      left_many: 'Muchos',
      left_other: 'Más',
    });
    assert.deepEqual(await unsigned(), ['shell:offline.title']);
    assert.equal(await signAll(), 1);
    write('shell/src/locales/en.json', {
      offline: { title: 'You are offline now' },
      left_one: 'One',
      left_other: 'More',
    });
    assert.deepEqual(await unsigned(), ['shell:offline.title']);
    assert.match(JSON.stringify(await build(SPANISH)), /"\$unsigned":"offline\.title"/);
  });
});

describe('review at the desk', () => {
  const text = (key: string, english: string, replaces: string, translation = replaces) => ({
    ...{ id: `shell:${key}`, english, replaces, translation },
    ...{ by: 'Inés Roy', on: DAY },
  });
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'desk-review-'));
    write('shell/review/critical.json', { shell: ['offline.*'] });
    write('shell/src/locales/en.json', { offline: { title: 'You are offline', since: 'Since {{time}}' }, hi: 'Hi' });
    write(SPANISH, { offline: { title: 'Sin conexión', since: 'Desde las {{time}}' }, hi: 'Hola' });
    write('docs/languages/terms.json', {});
    write('docs/languages/glossary.es.json', { terms: {}, same: [], except: {} });
  });
  after(() => rmSync(root, { recursive: true }));

  it('is taken over with its signatures and corrections', async () => {
    const since = text('offline.since', 'Since {{time}}', 'Desde las {{time}}');
    const title = text('offline.title', 'You are offline', 'Sin conexión', 'No tiene conexión');
    const taken = await takeOver('es', { language: 'es', texts: [since, title] }, root);
    assert.deepEqual(taken, { signed: 2, corrected: 1, leftOut: [] });
    assert.deepEqual(read(SPANISH), {
      offline: { title: 'No tiene conexión', since: 'Desde las {{time}}' },
      hi: 'Hola',
    });
    assert.deepEqual(await unsigned(), []);
    assert.equal(read('shell/review/es.json')['shell:offline.title'].by, 'Inés Roy');
  });

  it('leaves out texts that have changed since, and corrections with faults', async () => {
    const texts = [
      text('offline.title', 'You’re offline', 'No tiene conexión'),
      text('offline.title', 'You are offline', 'Sin red', 'Sin internet'),
      text('offline.since', 'Since {{time}}', 'Desde las {{time}}', 'Desde hace rato'),
      text('hi', 'Hi', 'Hola'),
    ];
    const { signed, leftOut } = await takeOver('es', { language: 'es', texts }, root);
    assert.equal(signed, 0);
    assert.deepEqual(leftOut, [
      'shell:offline.title was left out: the English text has changed since.',
      'shell:offline.title was left out: the translation has changed since.',
      'shell:offline.since was left out: the correction lacks {{time}}.',
      'shell:hi was left out: it is no critical text any more.',
    ]);
    await assert.rejects(takeOver('pt', { language: 'es', texts: [] }, root), /texts in es, not in pt/);
  });
});

describe('critical texts of the product', () => {
  it('are named by patterns that each match a text', () => {
    const keysOf = new Map(readCatalogues(REPO).map(({ id, english }) => [id, [...english.keys()]]));
    const files = globSync('*/review/critical.json', { cwd: REPO });
    assert.ok(files.length > 5);
    const patterns = files.flatMap((file) => {
      const critical: Record<string, string[]> = JSON.parse(readFileSync(join(REPO, file), 'utf8'));
      return Object.entries(critical).flatMap(([id, listed]) => listed.map((pattern) => [id, pattern] as const));
    });
    const isUnused = ([id, pattern]: readonly [string, string]) =>
      !keysOf.get(id)?.some((key) => isCritical({ [id]: [pattern] }, id, key));
    assert.deepEqual(patterns.filter(isUnused), []);
  });

  it('are all signed in every language that production offers', async () => {
    const offered = ALL_LANGUAGES.filter((tag) => !['en', 'fr'].includes(tag) && LANGUAGES[tag].state === 'reviewed');
    for (const tag of offered) assert.deepEqual((await readReview(tag, REPO)).unsigned, [], tag);
  });
});
