import { RadioCards, StarRating, TextArea, useFormikField } from 'shared-ui/forms';
import { choicesOf } from '../../scales.ts';
import {
  type CommentQuestion,
  type OptionQuestion,
  type Question,
  type RatingQuestion,
  ratingInWords,
} from '../../surveys/question.ts';
import type { Speech } from '../../words.ts';

/** Maximum length of a comment that the recorder accepts, in characters. */
const COMMENT_MAX = 4000;

interface QuestionProps<Kind extends Question> {
  question: Kind;
  speech: Speech;
}

function OptionField({ question, speech }: QuestionProps<OptionQuestion>) {
  const field = useFormikField<number | null>(question.name);
  const { label, hint, scale, missing } = question;
  return (
    <RadioCards
      {...field}
      label={speech.t(label)}
      hint={hint && speech.t(hint)}
      required={missing !== undefined}
      options={choicesOf(scale, speech)}
    />
  );
}

function RatingField({ question, speech }: QuestionProps<RatingQuestion>) {
  const field = useFormikField<number>(question.name);
  return (
    <StarRating {...field} label={speech.t(question.label)} valueLabel={(value) => ratingInWords(value, speech)} />
  );
}

function CommentField({ question, speech }: QuestionProps<CommentQuestion>) {
  const field = useFormikField<string>(question.name);
  return <TextArea {...field} label={speech.t(question.label)} maxLength={COMMENT_MAX} />;
}

/** One survey question with a field for its kind, bound to the enclosing form. */
export function QuestionField({ question, speech }: QuestionProps<Question>) {
  if (question.kind === 'option') return <OptionField question={question} speech={speech} />;
  if (question.kind === 'rating') return <RatingField question={question} speech={speech} />;
  return <CommentField question={question} speech={speech} />;
}
