import type { SurveyKind } from 'shared-ui/contract';
import type { TextName } from '../words.ts';
import type { SurveyForm } from './question.ts';

/** Admission survey: triage and Covid-19 precautions. */
const admission: SurveyForm = {
  intro: 'intro.admission',
  questions: [
    {
      kind: 'option',
      name: 'triageOption',
      label: 'admission.triage',
      hint: 'admission.triageHint',
      scale: 'satisfied',
      missing: 'admission.triageMissing',
    },
    { kind: 'comment', name: 'triageComments', label: 'admission.triageComments' },
    {
      kind: 'option',
      name: 'covidOption',
      label: 'admission.covid',
      scale: 'comfortable',
      missing: 'admission.covidMissing',
    },
    { kind: 'comment', name: 'covidComments', label: 'admission.covidComments' },
  ],
};

/** Discharge survey. Nothing is required (docs/product-rules.md#surveys). */
const discharge: SurveyForm = {
  intro: 'intro.discharge',
  questions: [
    { kind: 'rating', name: 'rating', label: 'discharge.rating' },
    { kind: 'option', name: 'qualityOption', label: 'discharge.quality', scale: 'quality' },
    { kind: 'option', name: 'confidentOption', label: 'discharge.confident', scale: 'confident' },
    { kind: 'comment', name: 'confidentComments', label: 'discharge.confidentComments' },
  ],
};

/**
 * Returns the survey on how well a test was explained. It reuses the field names of the admission form
 * (docs/product-rules.md#surveys).
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

export const SURVEY_FORMS: Record<SurveyKind, SurveyForm> = {
  admission,
  discharge,
  ecg: afterTest('intro.ecg', 'test.clearEcg', 'test.comprehensiveEcg'),
  blood: afterTest('intro.blood', 'test.clearBlood', 'test.comprehensiveBlood'),
};
