import { translator } from './translator.ts';

const t = translator('test', 'fr', {
  plain: 'Bonjour',
  deep: { er: 'dans le fond', named: '{{name}} et {{ name }} et {{other}}' },
  some_one: '{{count}} jour',
  some_many: '{{count}} de jours',
  some_other: '{{count}} jours',
  text: 'sans nombre',
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
])('translator renders %s with %j as "%s"', (key, values, text) => {
  expect(t(key, values)).toBe(text);
});

test.each(['nowhere.at.all', 'constructor'])(
  'translator shows and reports a key that the catalogue lacks (%s)',
  (key) => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(t(key)).toBe(key);
    expect(report).toHaveBeenCalledWith(`The words of test lack "${key}" (fr)`);
  },
);
