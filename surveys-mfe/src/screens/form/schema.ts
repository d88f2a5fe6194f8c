import { type Schema, yup } from 'shared-ui/forms';
import type { Question, SurveyForm } from '../../surveys/question.ts';
import type { Speech } from '../../words.ts';

function ruleFor(question: Question, { t }: Speech): [string, Schema][] {
  if (question.kind !== 'option' || question.missing === undefined) return [];
  return [[question.name, yup.number().required(t(question.missing))]];
}

/** Returns a form's validation rules (docs/product-rules.md#surveys), with messages in one language. */
export function schemaOf({ questions }: SurveyForm, speech: Speech) {
  return yup.object(Object.fromEntries(questions.flatMap((question) => ruleFor(question, speech))));
}
