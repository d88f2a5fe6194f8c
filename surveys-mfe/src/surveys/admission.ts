import type { SurveyForm } from './question.ts';

/** Admission survey: triage and Covid-19 precautions. */
export const admission: SurveyForm = {
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
