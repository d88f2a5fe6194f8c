import type { SurveyAnswer } from 'shared-ui/contract';
import { initialValues, isAnswerTo, type SurveyForm, type Values } from './surveys/question.ts';

/**
 * What is sent for the values of a form: one answer a question, in the form's order, named by its field
 * (docs/product-rules.md#surveys). Numbers stay numbers and comments stay as typed; a question without any choice is
 * left out.
 */
export function answersOf({ questions }: SurveyForm, values: Values): SurveyAnswer[] {
  return questions.flatMap(({ name }) => {
    const answer = values[name];
    return answer === null || answer === undefined ? [] : [{ question: name, answer }];
  });
}

/**
 * What the fields of a form hold when it opens with these answers given before: the defaults where one is missing or is
 * no answer to its question (a draft may come from another version of the form).
 */
export function valuesOf(form: SurveyForm, answers: SurveyAnswer[]): Values {
  const given = form.questions.flatMap((question) => {
    const answer = answers.find(({ question: name }) => name === question.name)?.answer;
    return answer !== undefined && isAnswerTo(question, answer) ? [[question.name, answer] as const] : [];
  });
  return { ...initialValues(form), ...Object.fromEntries(given) };
}
