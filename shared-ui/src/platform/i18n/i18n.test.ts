import { ALL_LANGUAGES, LANGUAGES } from '../../contract/languages/languages.ts';
import { pluralSamples } from '../../testing/words/plural-samples.ts';
import { defineWords, preferredLanguage, setLocale } from './i18n.ts';
import { translator } from './translator.ts';

const words = defineWords('test', {
  en: { greeting: 'Hello {{name}}', deep: { item_one: '{{count}} item', item_other: '{{count}} items' } },
  fr: {
    greeting: 'Bonjour {{name}}',
    deep: { item_one: '{{count}} article', item_many: '{{count}} articles', item_other: '{{count}} articles' },
  },
});

afterEach(() => setLocale('en'));

test('words.text follows the current language', () => {
  expect(words.text('greeting', { name: 'Ana' })).toBe('Hello Ana');
  setLocale('fr');
  expect(words.text('greeting', { name: 'Ana' })).toBe('Bonjour Ana');
  expect(document.documentElement.lang).toBe('fr-CA');
});

test('words.fixed uses the plural rules of its language: zero is singular in French', () => {
  expect(words.fixed.en('deep.item', { count: 0 })).toBe('0 items');
  expect(words.fixed.fr('deep.item', { count: 0 })).toBe('0 article');
  expect(words.fixed.fr('deep.item', { count: 2 })).toBe('2 articles');
});

test('translations insert user input unchanged', () => {
  expect(words.text('greeting', { name: '<b>&' })).toBe('Hello <b>&');
});

test('a value in a text from right to left keeps its own direction, and the text starts at the right', () => {
  const translate = translator('test', 'ar', {
    call: 'اتصل على {{number}}.',
    values: '{{name}}، {{number}}',
    latin: 'PDF: ملف',
    foreign: 'PDF',
  });
  expect(translate('call', { number: '+1 416 555 0101' })).toBe('اتصل على \u2068+1 416 555 0101\u2069.');
  // Else these would start at the left.
  expect(translate('values', { name: 'Ana', number: 2 })).toBe('\u200f\u2068Ana\u2069، \u20682\u2069');
  expect(translate('latin')).toBe('\u200fPDF: ملف');
  expect(translate('foreign')).toBe('PDF');
});

test.each([
  [['fr-CA', 'en'], 'fr'],
  [['fr'], 'fr'],
  [['tlh', 'en-GB', 'fr'], 'en'],
  [['tlh'], 'en'],
  [[], 'en'],
])('preferredLanguage maps %j to %s', (languages, locale) => {
  expect(preferredLanguage(languages)).toBe(locale);
});

const t = translator('test', 'fr', {
  plain: 'Bonjour',
  deep: { er: 'dans le fond', named: '{{name}} et {{ name }} et {{other}}' },
  some_one: '{{count}} jour',
  some_many: '{{count}} de jours',
  some_other: '{{count}} jours',
  text: 'sans nombre',
  sentence: 'Vu {{at}}. À {{at}}...',
});

test.each([
  ['plain', {}, 'Bonjour'],
  ['deep.er', {}, 'dans le fond'],
  ['deep.named', { name: 'Zoé' }, 'Zoé et {{ name }} et {{other}}'],
  ['deep.named', { name: '{{other}}', other: 2 }, '{{other}} et {{ name }} et 2'],
  ['some', { count: 0 }, '0 jour'],
  ['some', { count: 1 }, '1 jour'],
  ['some', { count: 2 }, '2 jours'],
  ['some', { count: 1_000_000 }, '1000000 de jours'],
  ['text', { count: 2 }, 'sans nombre'],
  ['sentence', { at: '3:44 p.m.' }, 'Vu 3:44 p.m. À 3:44 p.m....'],
  ['sentence', { at: '15 h 44' }, 'Vu 15 h 44. À 15 h 44...'],
])('translator renders %s with %j as "%s"', (key, values, text) => {
  expect(t(key, values)).toBe(text);
});

test.each(['nowhere.at.all', 'constructor'])(
  'translator shows and reports a key that the catalogue lacks (%s)',
  (key) => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(t(key)).toBe(key);
    expect(report).toHaveBeenCalledWith(`test has no text "${key}" (fr)`);
  },
);

test.each(ALL_LANGUAGES)('translator uses the plural forms of CLDR in %s', (language) => {
  const { tag } = LANGUAGES[language];
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const samples = pluralSamples(language);
  expect(new Set(samples.map(([, form]) => form))).toEqual(new Set(forms));
  const translate = translator('plurals', tag, Object.fromEntries(forms.map((form) => [`day_${form}`, form])));
  expect(samples.map(([count]) => [count, translate('day', { count })])).toEqual(samples);
});
