import type { TextName } from '../words.ts';
import type { SurveyForm } from './question.ts';

/**
 * Returns the survey after a test. It reuses the field names of the admission form (docs/product-rules.md#surveys).
 */
function afterTest(intro: TextName, clear: TextName, comprehensive: TextName): SurveyForm {
  return {
    intro,
    questions: [
      { kind: 'option', name: 'triageOption', label: clear, scale: 'clear', missing: 'test.missing' },
      {
        kind: 'option',
        name: 'covidOption',
        label: comprehensive,
        hint: 'test.comprehensiveHint',
        scale: 'comprehensive',
        missing: 'test.missing',
      },
      { kind: 'comment', name: 'covidComments', label: 'test.comments' },
    ],
  };
}

/** Survey on how well an electrocardiogram was explained. */
export const ecg = afterTest('intro.ecg', 'test.clearEcg', 'test.comprehensiveEcg');

/** Survey on how well a blood test was explained. */
export const blood = afterTest('intro.blood', 'test.clearBlood', 'test.comprehensiveBlood');
