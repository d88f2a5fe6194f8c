import { pseudoCatalogue } from './pseudo.ts';

const ENGLISH = {
  hello: 'Hello {{name}}, read <b>this</b>',
  deep: { item_one: '{{count}} item', item_other: '{{count}} items' },
};

test('the long pseudo-language is twice as long as English, in brackets, and keeps keys, placeholders and tags', () => {
  const { hello, deep } = pseudoCatalogue(ENGLISH, 'ltr');
  expect(deep).toEqual({ item_one: '[{{count}} ííťééṁ ííť]', item_other: '[{{count}} ííťééṁš ííťé]' });
  expect(hello).toMatch(/^\[Ĥ.* \{\{name\}\}, .*<b>.*<\/b>.*\]$/);
  expect(String(hello).replace(/\{\{name\}\}|<.*?>/g, '').length).toBeGreaterThanOrEqual(
    2 * 'Hello , read this'.length,
  );
});

test('the pseudo-language from right to left has no Latin letter, and keeps placeholders and tags', () => {
  const { hello } = pseudoCatalogue(ENGLISH, 'rtl');
  expect(hello).toBe('حهللو {{name}}, رهاد <b>تحيش</b>');
});
