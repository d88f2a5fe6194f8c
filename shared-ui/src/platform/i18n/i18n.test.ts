import { defineWords, preferredLocale, setLocale } from './index.ts';

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

test.each([
  [['fr-CA', 'en'], 'fr'],
  [['fr'], 'fr'],
  [['de', 'en-GB', 'fr'], 'en'],
  [['de'], 'en'],
  [[], 'en'],
])('preferredLocale maps %j to %s', (languages, locale) => {
  expect(preferredLocale(languages)).toBe(locale);
});
