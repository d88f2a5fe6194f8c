import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ALL_LANGUAGES, LANGUAGES, OFFERED } from 'shared-ui/contract/languages';
import { pluralSamples } from 'shared-ui/testing/plural-samples';
import {
  Catalogues,
  isMessageKey,
  isText,
  mapText,
  sameInEach,
  speak,
  toLanguage,
  toLocale,
  translate,
  wantedLocale,
} from './i18n.ts';

const SOURCE = join(import.meta.dirname, '..');
const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(SOURCE, 'locales', `${name}.json`), 'utf8'));
const PARTS = ['', 'desk.', 'records.', 'names.', 'demo.'];
const [en, fr] = [
  { ...read('desk.en'), ...read('en') },
  { ...read('desk.fr'), ...read('fr') },
];
const baseOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const SOURCES = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !file.endsWith('.test.ts'));
const source = SOURCES.map((file) => readFileSync(`${SOURCE}/${file}`, 'utf8')).join('\n');

describe('the catalogues', () => {
  it('English and French have the same keys and placeholders', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const part of PARTS) {
      const [english, french] = [read(`${part}en`), read(`${part}fr`)];
      const bases = (texts: object) => [...new Set(Object.keys(texts).map(baseOf))];
      assert.deepEqual(bases(french), bases(english));
      for (const [key, text] of Object.entries(french)) {
        const source = english[key] ?? english[`${baseOf(key)}_other`] ?? '';
        assert.ok(text.trim() !== '' && source.trim() !== '', key);
        assert.deepEqual(places(text), places(source), key);
      }
      for (const [locale, texts] of Object.entries({ en: english, fr: french })) {
        const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
        for (const key of Object.keys(texts).filter((name) => name.endsWith('_other')))
          for (const category of pluralCategories) assert.ok(`${baseOf(key)}_${category}` in texts, key);
      }
    }
  });

  // Text messages have plain spaces: one U+00A0 would halve what fits into a message.
  it('in French, have Quebec’s words and the spaces of Canadian typography, as the demo’s reports have', () => {
    const wrong = /[\s\u00a0][?!;]| [:»%]|«(?!\u00a0)/;
    const demo = globSync('demo/*.ts', { cwd: SOURCE }).map((file) => readFileSync(`${SOURCE}/${file}`, 'utf8'));
    const written = [...demo.join('\n').matchAll(/\bfr:\s*(?:'([^']*)'|`([^`]*)`)/g)].map(([, plain, template]) =>
      (plain ?? template ?? '').replaceAll('\\u00a0', '\u00a0'),
    );
    assert.ok(written.length > 10);
    const shown = Object.entries({ ...fr, ...read('records.fr'), ...read('names.fr'), ...read('demo.fr') }).filter(
      ([key]) => !key.startsWith('sms.'),
    );
    const words =
      /comptoir|(téléphone|numéro( de)?) mobile|messages texte\b|radiologue|\bDr\. |salle \d|\de étage|niveau \d/i;
    for (const text of [...shown.map(([, said]) => said), ...written]) {
      assert.doesNotMatch(text, wrong);
      assert.doesNotMatch(text, words);
    }
  });

  it('have no unused keys', () => {
    const mailKinds = [...source.matchAll(/notifier\.mail\(\w+, \w+, '(\w+)'/g)].map(([, kind]) => kind);
    const made = [...source.matchAll(/`([a-z][\w.-]*[.-]\$\{[^`]+)`/g)].map(
      ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
    );
    const used = (key: string) => {
      const [family = '', name = ''] = key.split('.');
      if (family === 'error') return source.includes(`  ${name}:`);
      if (family === 'field') return true;
      if (family === 'verdict') return source.includes(`'${name}'`);
      if (family === 'mail') return mailKinds.includes(name);
      const sought = family === 'audit' ? [key, key.slice(key.lastIndexOf('.') + 1)] : [key];
      return sought.some((text) => source.includes(`'${text}'`) || made.some((pattern) => pattern.test(text)));
    };
    for (const key of [...Object.keys(en), ...Object.keys(read('demo.en'))]) assert.ok(used(baseOf(key)), key);
  });

  it('have a message for every error code', () => {
    const codes = [...source.matchAll(/new ProblemError\('(\w+)'/g)].map(([, code]) => code);
    assert.ok(codes.length > 15);
    for (const code of codes) assert.ok(isMessageKey(`error.${code}`), code);
  });
});

describe('response language', () => {
  it('is the supported language that the reader prefers', () => {
    const cases: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      ['', undefined],
      ['*', undefined],
      ['de, es;q=0.5', undefined],
      ['fr', 'fr'],
      ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
      ['en-CA, fr;q=0.9', 'en'],
      ['en;q=0.1, fr;q=0.2', 'fr'],
      ['fr;q=0, en', 'en'],
      ['FR-ca', 'fr'],
      ['fr;q=abc, en;q=0.1', 'en'],
    ];
    for (const [header, locale] of cases) assert.equal(wantedLocale(header), locale, String(header));
  });

  it('is a machine translation in a demo only', () => {
    speak({ isDemo: true });
    assert.deepEqual(OFFERED.map(toLocale), OFFERED);
    speak({ isDemo: false });
    for (const locale of ALL_LANGUAGES) {
      const { tag, state } = LANGUAGES[locale];
      const isReviewed = state === 'reviewed';
      assert.deepEqual([toLocale(locale), toLanguage(locale)], [isReviewed ? locale : 'en', locale]);
      assert.equal(wantedLocale(tag), isReviewed ? locale : undefined);
    }
  });

  it('translate keeps the direction of values to themselves in Arabic and Urdu, but for digits and links', () => {
    const values = { name: 'Zoë', sender: 'Léa (RN)', product: 'Lodestar', link: 'https://example.org/i/1' };
    const said = translate('ar', 'sms.invite', values);
    for (const value of ['Zoë', 'Léa (RN)', 'Lodestar']) assert.ok(said.includes(`\u2068${value}\u2069`), said);
    assert.ok(said.endsWith(`: ${values.link}`), said);
    assert.ok(translate('ur', 'sms.pin', { pin: '1234' }).includes(' 1234'));
    assert.doesNotMatch(translate('uk', 'sms.invite', values), /\u2068/);
  });

  it('translate fills in given values and keeps other placeholders', () => {
    assert.equal(translate('en', 'sms.pin', { pin: 1234 }), 'Your security code is 1234. It works for 10 minutes.');
    assert.match(translate('fr', 'sms.pin'), /\{pin\}/);
  });
});

describe('a text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, texts: object) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(texts));
  write('en', {
    days_one: '{count} day',
    days_other: '{count} days',
    seen: 'Seen by {name}',
    left: 'Left',
    same: 'OK',
  });
  write('fr', {
    days_one: '{count} jour',
    days_other: '{count} jours',
    seen: 'Vu par {name}',
    left: 'Parti',
    same: 'OK',
  });
  write('uk', {
    days_one: '{count} день',
    days_few: '{count} дні',
    days_many: '{count} днів',
    days_other: '{count} дня',
    seen: '{name} бачить',
    same: 'OK',
  });
  write('ur', { left: 'PDF دیکھیں', same: 'OK' });
  const texts = new Catalogues<'days' | 'seen' | 'left' | 'same'>([''], pathToFileURL(`${folder}/`));

  it('has the plural forms of its language', () => {
    const said = [1, 3, 5, 21, 1.5].map((count) => texts.say('uk', 'days', { count }));
    assert.deepEqual(said, ['1 день', '3 дні', '5 днів', '21 день', '1.5 дня']);
    assert.equal(texts.say('uk', 'days', { count: '2 – 5' }, 5), '2 – 5 днів');
  });

  it('has the plural form that CLDR gives its number', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const everyForm = Object.fromEntries(forms.map((form) => [`nights_${form}`, form]));
    for (const language of ALL_LANGUAGES) write(`plural.${language}`, everyForm);
    const plurals = new Catalogues<'nights'>(['plural'], pathToFileURL(`${folder}/`));
    for (const language of ALL_LANGUAGES) {
      const samples = pluralSamples(language);
      assert.ok(samples.length > 0, language);
      assert.deepEqual(
        samples.map(([count]) => [count, plurals.say(language, 'nights', {}, count)]),
        samples,
        language,
      );
    }
  });

  it('is in English where its language lacks it, and is stored once', () => {
    assert.equal(texts.say('uk', 'left'), 'Left');
    // What begins with Latin letters would run from the left.
    assert.deepEqual(texts.all('left'), { en: 'Left', fr: 'Parti', ur: '\u200fPDF دیکھیں' });
    assert.deepEqual(texts.all('same'), { en: 'OK', fr: 'OK' });
    assert.equal(texts.say('uk', 'seen', { name: 'Zoé' }), 'Zoé бачить');
    assert.deepEqual([texts.languageOf('uk', 'seen'), texts.languageOf('uk', 'left')], ['uk', 'en']);
    assert.equal(texts.has('days') && texts.has('left'), true);
    assert.equal(texts.has('toString') || texts.has('gone'), false);
  });

  it('is recognized in stored content, whatever languages it has', () => {
    assert.ok(isText({ en: 'a', fr: 'b' }) && isText({ en: 'a', fr: 'b', ar: 'c' }));
    assert.ok(!isText({ en: 'a', fr: 'b', id: 'c' }) && !isText({ en: 'a', ar: 'c' }));
    assert.deepEqual(
      mapText({ en: 'Ab', fr: 'Cd', uk: 'Ef' }, (words) => words.toLowerCase()),
      {
        en: 'ab',
        fr: 'cd',
        uk: 'ef',
      },
    );
    assert.deepEqual(sameInEach('x'), { en: 'x', fr: 'x' });
  });
});
