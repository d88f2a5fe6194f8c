/** Reads every value of the demo's results against its range: no sentence may say what the numbers don't. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObservationDocument, ResultDocument, Verdict } from '../common/documents.ts';
import type { DeskLocale } from '../common/i18n.ts';
import { FhirNumber } from '../records/fhir/json.ts';
import { verdictOf } from '../records/map/observation/ranges.ts';
import { FIBULA_XRAY, INITIAL_RESULTS, STORY_BLOOD, STORY_BRAIN, STORY_ECG, STORY_XRAY } from './results.ts';

const RESULTS = [...INITIAL_RESULTS, STORY_BLOOD, STORY_XRAY, STORY_ECG, STORY_BRAIN, FIBULA_XRAY];

const SAYS: Record<DeskLocale, Record<Verdict, RegExp>> = {
  en: { inside: /in the normal range/, above: /above the normal range/, below: /below the normal range/ },
  fr: { inside: /dans la normale/, above: /au-dessus de la normale/, below: /sous la normale/ },
};
/** Degrees that neither a range nor the hospital’s mark states. */
const DEGREES: Record<DeskLocale, RegExp> = {
  en: /\b(a little|slightly|somewhat|very|high|low|fast|slow)\b/i,
  fr: /\b(un peu|légèrement|très|élevée?s?|basse?s?|rapides?|lente?s?)\b/i,
};
/** What only a test of its own can tell. */
const UNMEASURED: Record<DeskLocale, RegExp> = { en: /\biron\b|infection\./i, fr: /\bfer\b|infection\./i };
const COUNTS: Record<DeskLocale, Record<string, number>> = {
  en: { 'Three of your four values are': 3, 'All four values are': 4 },
  fr: { 'Trois de vos quatre valeurs sont': 3, 'Les quatre valeurs sont': 4 },
};

const quantity = (value: number) => ({ value: new FhirNumber(value, String(value)) });

function verdictOn({ code, valueQuantity, referenceRange }: ObservationDocument): Verdict {
  const { low, high } = referenceRange ?? {};
  assert.ok(valueQuantity && low != null && high != null, code);
  return verdictOf(quantity(valueQuantity.value), { low: quantity(low), high: quantity(high) }) ?? assert.fail(code);
}

function check({ key, content, conclusion, observations }: ResultDocument, verdicts: Verdict[], locale: DeskLocale) {
  const said = conclusion?.[locale] ?? assert.fail(key);
  for (const [verdict, words] of Object.entries(SAYS[locale]))
    assert.equal(words.test(said), verdicts.includes(verdict as Verdict), `${key} says “${verdict}”: ${said}`);
  for (const text of [content[locale], said]) assert.doesNotMatch(text, DEGREES[locale], key);
  assert.doesNotMatch(said.replace(/combat une infection|fights an infection/, ''), UNMEASURED[locale], key);
  const counted = Object.entries(COUNTS[locale]).find(([words]) => content[locale].startsWith(words));
  if (observations.length === 4) {
    const inside = verdicts.filter((verdict) => verdict === 'inside').length;
    assert.equal(counted?.[1], inside, `${key} counts the values inside their range: ${content[locale]}`);
  }
}

describe('the demo’s results', () => {
  const measured = RESULTS.map((result) => ({
    result,
    verdicts: result.observations.filter(({ valueQuantity }) => valueQuantity).map(verdictOn),
  })).filter(({ verdicts }) => verdicts.length > 0);

  it('are four with ten values, one of them above its range', () => {
    const all = measured.map(({ result: { key }, verdicts }) => [key, verdicts.join(' ')]);
    assert.deepEqual(all, [
      ['first-blood', 'above inside inside inside'],
      ['first-ecg', 'inside'],
      ['story-blood', 'inside inside inside inside'],
      ['story-ecg', 'inside'],
    ]);
  });

  for (const { result, verdicts } of measured)
    for (const locale of ['en', 'fr'] as const)
      it(`say what their numbers say: ${result.key} (${locale})`, () => check(result, verdicts, locale));
});
