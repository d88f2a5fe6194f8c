import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Locale, sameInEach } from '../i18n.ts';
import { languageField, languageIn, languagesOf } from './language.ts';

const same = (...words: string[]) => words.map((text) => ({ en: text, fr: text }));

for (const [words, language] of [
  ['Prendre un comprimé par la bouche deux fois par jour', 'fr'],
  ['Inhalateur de salbutamol', 'fr'],
  ['Take one tablet by mouth twice a day', 'en'],
  ['15 units before lunch', 'en'],
  ['Metformin 500 mg', 'und'],
] as const)
  it(`languageIn finds ${language} in “${words}”`, () => assert.equal(languageIn({ how: same(words) }), language));

it('languageIn names no language for texts of ours, alone or with a name of the hospital', () => {
  const ours = { en: 'Blood test', fr: 'Analyse de sang' };
  assert.deepEqual([languageIn({ name: ours }), languageIn({ name: ours, more: same('Metformin') })], [null, null]);
  assert.equal(languageIn({ name: ours, how: same('Une fois par jour') }), 'fr');
  assert.equal(languageIn({ figure: same('12 g') }), null);
});

it('languagesOf marks the hospital’s words for readers of another language, and nothing else', () => {
  const [said, figure] = same('Les poumons sont clairs', '12 g');
  const texts = {
    name: { en: 'X-ray', fr: 'Radiographie' },
    conclusion: said ?? null,
    range: figure ?? null,
    value: null,
  };
  assert.deepEqual(languagesOf(texts, 'fr', 'en'), { languages: { conclusion: 'fr' } });
  assert.deepEqual([languagesOf(texts, 'fr', 'fr'), languagesOf(texts, null, 'en')], [{}, {}]);
  const translated = { ...texts, name: { ...texts.name, ar: 'أشعة' } };
  assert.deepEqual(languagesOf(translated, 'fr', 'ar'), { languages: { conclusion: 'fr' } });
  assert.deepEqual(languagesOf(translated, 'fr', 'uk'), { languages: { name: 'en', conclusion: 'fr' } });
  assert.deepEqual([languageIn(translated), languageIn({ how: { en: 'Plan', fr: 'Plan', ar: 'خطة' } })], ['fr', null]);
});

it('languageField names the language of typed words for readers of another one', () => {
  const fieldsFor = (words: string, ...readers: Locale[]) =>
    readers.map((reader) => languageField(sameInEach(words), reader));
  assert.deepEqual(fieldsFor('The nurse will come at 9. Then you can eat.', 'ar', 'en'), [{ language: 'en' }, {}]);
  assert.deepEqual([fieldsFor('12 g', 'ar'), fieldsFor('Metformin', 'en')], [[{}], [{ language: 'und' }]]);
});
