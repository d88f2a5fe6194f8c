import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FhirNumber } from '../fhir/json.ts';
import { ageSpanText } from './amount.ts';
import { periodText } from './day.ts';

/** Period, and its words in both languages. */
const CASES: [{ start?: string; end?: string }, string, string][] = [
  [{ start: '2013-03-01' }, 'From March 1, 2013', 'À partir du 1er mars 2013'],
  [{ start: '2013-04' }, 'From April 2013', 'À partir d’avril 2013'],
  [{ start: '2013' }, 'From 2013', 'À partir de 2013'],
  [{ end: '2013-03-02' }, 'Until March 2, 2013', 'Jusqu’au 2 mars 2013'],
  [{ end: '2013-08' }, 'Until August 2013', 'Jusqu’en août 2013'],
  [{ start: '2013-03-02', end: '2013-04-05' }, 'March 2, 2013 to April 5, 2013', 'Du 2 mars 2013 au 5 avril 2013'],
  [{ start: '2013-01', end: '2013-10' }, 'January 2013 to October 2013', 'De janvier 2013 à octobre 2013'],
  [{ start: '2011', end: '2013-02-01' }, '2011 to February 1, 2013', 'De 2011 au 1er février 2013'],
];

describe('dates and ages in words', () => {
  for (const [period, en, fr] of CASES)
    it(`says “${en}”`, () => assert.partialDeepStrictEqual(periodText(period), { en, fr }));

  it('says an age in the reader’s language, and an unknown unit as it is', () => {
    const years = (unit: string, code: string) => ageSpanText({ low: { value: new FhirNumber(18, '18'), unit, code } });
    assert.partialDeepStrictEqual(years('yrs', 'a'), { en: 'age at least 18 years', fr: 'âge\u00a0: au moins 18 ans' });
    assert.partialDeepStrictEqual(years('moons', 'm'), {
      en: 'age at least 18 moons',
      fr: 'âge\u00a0: au moins 18 moons',
    });
  });
});
