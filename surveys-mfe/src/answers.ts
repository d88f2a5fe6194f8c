import type { SurveyAnswer } from 'shared-ui';
import type { SurveyForm, Values } from './surveys/question.ts';

/**
 * What is sent for the values of a form: one answer a question, in the form's order, named by the specification's
 * field. Numbers stay numbers and comments stay as typed; a question without any choice is left out.
 */
export function answersOf({ questions }: SurveyForm, values: Values): SurveyAnswer[] {
  return questions.flatMap(({ name }) => {
    const answer = values[name];
    return answer === null || answer === undefined ? [] : [{ question: name, answer }];
  });
}
