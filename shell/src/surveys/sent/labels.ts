import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import type { words } from './words.ts';

type Label = Parameters<typeof words.text>[0];

/** Labels of each survey's fields (docs/product-rules.md#surveys). */
const LABELS: Record<SurveyKind, Readonly<Record<string, Label>>> = {
  admission: {
    triageOption: 'admission.triageOption',
    triageComments: 'admission.triageComments',
    covidOption: 'admission.covidOption',
    covidComments: 'admission.covidComments',
  },
  discharge: {
    rating: 'discharge.rating',
    qualityOption: 'discharge.qualityOption',
    confidentOption: 'discharge.confidentOption',
    confidentComments: 'discharge.confidentComments',
  },
  ecg: {
    triageOption: 'test.triageOption',
    covidOption: 'test.covidOption',
    covidComments: 'test.covidComments',
  },
  blood: {
    triageOption: 'test.triageOption',
    covidOption: 'test.covidOption',
    covidComments: 'test.covidComments',
  },
};

/** An answer as text. Questions of a hospital's own survey are labelled with the name that they were sent under. */
export interface LabelledAnswer {
  question: string;
  label: string;
  answer: string;
}

/**
 * Returns a user's answers as text, without empty comments.
 * @param number formats a number in the current language
 */
export function labelledAnswers(
  survey: SurveyKind,
  responses: readonly SurveyAnswer[],
  t: typeof words.text,
  number: (value: number) => string,
): LabelledAnswer[] {
  const format = (answer: string | number) => {
    if (typeof answer === 'string') return answer.trim();
    return answer === 0 ? t('notRated') : t('of', { value: number(answer) });
  };
  return responses
    .map(({ question, answer }) => {
      const label = LABELS[survey][question];
      return { question, label: label ? t(label) : question, answer: format(answer) };
    })
    .filter(({ answer }) => answer !== '');
}
