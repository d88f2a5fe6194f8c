import type { Language } from '../../contract/languages/languages.ts';

/**
 * The sample numbers of CLDR 48 (`supplemental/plurals.xml`) by plural category, but not those in compact notation, such as
 * 1c6: texts don't have them.
 */
const SAMPLES: Partial<Record<Language, Partial<Record<Intl.LDMLPluralRule, string>>>> = {
  en: {
    one: '1',
    other: '0, 2~16, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  fr: {
    one: '0, 1, 0.0~1.5',
    many: '1000000',
    other: '2~17, 100, 1000, 10000, 100000, 2.0~3.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  es: {
    one: '1, 1.0, 1.00, 1.000, 1.0000',
    many: '1000000',
    other: '0, 2~16, 100, 1000, 10000, 100000, 0.0~0.9, 1.1~1.6, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  pt: {
    one: '0, 1, 0.0~1.5',
    many: '1000000',
    other: '2~17, 100, 1000, 10000, 100000, 2.0~3.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  'zh-Hans': {
    other: '0~15, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  'zh-Hant': {
    other: '0~15, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  tl: {
    one: '0~3, 5, 7, 8, 10~13, 15, 17, 18, 20, 21, 100, 1000, 10000, 100000, 1000000, 0.0~0.3, 0.5, 0.7, 0.8, 1.0~1.3, 1.5, 1.7, 1.8, 2.0, 2.1, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
    other: '4, 6, 9, 14, 16, 19, 24, 26, 104, 1004, 0.4, 0.6, 0.9, 1.4, 1.6, 1.9, 2.4, 2.6, 10.4, 100.4, 1000.4',
  },
  pa: {
    one: '0, 1, 0.0, 1.0, 0.00, 1.00, 0.000, 1.000, 0.0000, 1.0000',
    other:
      '2~17, 100, 1000, 10000, 100000, 1000000, 0.1~0.9, 1.1~1.7, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  vi: {
    other: '0~15, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  uk: {
    one: '1, 21, 31, 41, 51, 61, 71, 81, 101, 1001',
    few: '2~4, 22~24, 32~34, 42~44, 52~54, 62, 102, 1002',
    many: '0, 5~19, 100, 1000, 10000, 100000, 1000000',
    other: '0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  ar: {
    zero: '0, 0.0, 0.00, 0.000, 0.0000',
    one: '1, 1.0, 1.00, 1.000, 1.0000',
    two: '2, 2.0, 2.00, 2.000, 2.0000',
    few: '3~10, 103~110, 1003, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 103.0, 1003.0',
    many: '11~26, 111, 1011, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 111.0, 1011.0',
    other:
      '100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, 100000, 1000000, 0.1~0.9, 1.1~1.7, 10.1, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
  ur: {
    one: '1',
    other: '0, 2~16, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0',
  },
};

/** Returns the numbers of a sample: `2~4` stands for 2, 3 and 4, and `0.0~0.2` for 0.0, 0.1 and 0.2. */
function numbersIn(sample: string): string[] {
  const [first = '', last = first] = sample.split('~');
  const digits = first.split('.')[1]?.length ?? 0;
  const count = Math.round((Number(last) - Number(first)) * 10 ** digits);
  return Array.from({ length: count + 1 }, (_, step) => (Number(first) + step / 10 ** digits).toFixed(digits));
}

/**
 * Returns CLDR's sample numbers of a language with their plural category. Those with a zero at the end, such as 1.0, are
 * left out: a text gets a number, which is 1 then.
 */
export const pluralSamples = (language: Language): [count: number, category: Intl.LDMLPluralRule][] =>
  Object.entries(SAMPLES[language] ?? {}).flatMap(([category, samples]) =>
    samples
      .split(', ')
      .flatMap(numbersIn)
      .filter((written) => String(Number(written)) === written)
      .map((written): [number, Intl.LDMLPluralRule] => [Number(written), category as Intl.LDMLPluralRule]),
  );
