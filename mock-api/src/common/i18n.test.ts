import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import { translate, wantedLocale } from './i18n.ts';

const SOURCE = join(import.meta.dirname, '..');
const SOURCES = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !file.endsWith('.test.ts'));
const source = SOURCES.map((file) => readFileSync(`${SOURCE}/${file}`, 'utf8')).join('\n');

describe('the catalogues', () => {
  it('English and French have the same keys and placeholders', () => {
    assert.deepEqual(Object.keys(en), Object.keys(fr));
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, text] of Object.entries(en)) {
      assert.deepEqual(places(fr[key as keyof typeof fr]), places(text), key);
      assert.ok(text.trim() !== '' && fr[key as keyof typeof fr].trim() !== '');
    }
  });

  // Text messages have plain spaces: one U+00A0 would halve what fits into a message.
  it('in French, have Quebec’s words and the spaces of Canadian typography, as the demo has', () => {
    const wrong = /[\s\u00a0][?!;]| [:»%]|«(?!\u00a0)/;
    const demo = globSync('demo/*.ts', { cwd: SOURCE }).map((file) => readFileSync(`${SOURCE}/${file}`, 'utf8'));
    const written = [...demo.join('\n').matchAll(/\bfr:\s*(?:'([^']*)'|`([^`]*)`)/g)].map(([, plain, template]) =>
      (plain ?? template ?? '').replaceAll('\\u00a0', '\u00a0'),
    );
    assert.ok(written.length > 100);
    const shown = Object.entries(fr).filter(([key]) => !key.startsWith('sms.'));
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
    for (const key of Object.keys(en)) assert.ok(used(key), key);
  });

  it('have a message for every error code', () => {
    const codes = [...source.matchAll(/new ProblemError\('(\w+)'/g)].map(([, code]) => code);
    assert.ok(codes.length > 15);
    for (const code of codes) assert.ok(`error.${code}` in en, code);
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

  it('translate fills in given values and keeps other placeholders', () => {
    assert.equal(translate('en', 'sms.pin', { pin: 1234 }), 'Your security code is 1234. It works for 10 minutes.');
    assert.match(translate('fr', 'sms.pin'), /\{pin\}/);
  });
});
