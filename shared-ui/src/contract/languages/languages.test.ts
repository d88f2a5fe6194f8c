import { ALL_LANGUAGES, LANGUAGES, matchLanguage, OFFERED } from './languages.ts';

test.each([
  [['zh-HK'], 'zh-Hant'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-MO'], 'zh-Hant'],
  [['zh-Hant-CN'], 'zh-Hant'],
  [['zh-Hans-HK'], 'zh-Hans'],
  [['zh'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  [['pt-BR'], 'pt'],
  [['fil-PH', 'en'], 'tl'],
  [['pa-Guru-IN'], 'pa'],
  [['pa-Arab-PK', 'ur-PK'], 'ur'],
  [['AR-EG'], 'ar'],
  [['tlh', 'uk-UA', 'en'], 'uk'],
  [['tlh', 'toString'], undefined],
  [[], undefined],
])('matchLanguage maps %j to %s', (wanted, language) => {
  expect(matchLanguage(wanted, ALL_LANGUAGES)).toBe(language);
});

test('matchLanguage finds only languages that are offered', () => {
  expect(matchLanguage(['es', 'fr-CA', 'en'], ['en', 'fr'])).toBe('fr');
});

test('English and French are offered first', () => {
  expect(OFFERED.slice(0, 2)).toEqual(['en', 'fr']);
});

test('every language is known to Intl and writes numbers in Latin digits, in the Gregorian calendar', () => {
  for (const { intlTag } of Object.values(LANGUAGES)) {
    const { numberingSystem, calendar } = new Intl.DateTimeFormat(intlTag).resolvedOptions();
    expect([numberingSystem, calendar]).toEqual(['latn', 'gregory']);
  }
});
