import type { SurveyAnswer } from 'shared-ui/contract';
import { initialValues, isAnswerTo, type SurveyForm, type Values } from './surveys/question.ts';

/**
 * Converts the values of a form into answers: one per question, in form order, named by its field
 * (docs/product-rules.md#surveys). Numbers stay numbers, comments stay as typed, and unanswered questions are omitted.
 */
export function answersOf({ questions }: SurveyForm, values: Values): SurveyAnswer[] {
  return questions.flatMap(({ name }) => {
    const answer = values[name];
    return answer === null || answer === undefined ? [] : [{ question: name, answer }];
  });
}

/**
 * Returns a form's initial values for answers given earlier. An answer that is missing or does not fit its question is
 * replaced by the default (a draft may come from another version of the form).
 */
export function valuesOf(form: SurveyForm, answers: SurveyAnswer[], isDemo: boolean): Values {
  const given = form.questions.flatMap((question) => {
    const answer = answers.find(({ question: name }) => name === question.name)?.answer;
    return answer !== undefined && isAnswerTo(question, answer) ? [[question.name, answer] as const] : [];
  });
  return { ...initialValues(form, isDemo), ...Object.fromEntries(given) };
}
