import Send from 'lucide-react/icons/send';
import { useEffect, useRef } from 'react';
import { Actions, Button, Note, Soft, Stack, VisuallyHidden } from 'shared-ui';
import {
  Form,
  FormErrors,
  Formik,
  type FormikHelpers,
  RadioCards,
  type Schema,
  StarRating,
  TextArea,
  useFormikContext,
  useFormikField,
  yup,
} from 'shared-ui/forms';
import { choicesOf } from '../../scales.ts';
import {
  type CommentQuestion,
  type OptionQuestion,
  type Question,
  type RatingQuestion,
  ratingInWords,
  type SurveyForm,
  type Values,
} from '../../surveys/question.ts';
import type { Language } from '../../words.ts';

/** Space between two questions (px). */
const BETWEEN_QUESTIONS = 28;

/** Maximum length of a comment that the recorder accepts, in characters. */
const COMMENT_MAX = 4000;

interface FeedbackFormProps {
  form: SurveyForm;
  language: Language;
  hospital: string;
  answersAreKept: boolean;
  /** Initial values. */
  start: Values;
  /** Called on every change, so that nothing is lost when the user leaves. */
  onChange(values: Values): void;
  /** Resolves once the answers are safe. On rejection, the form keeps them and shows an error. */
  onSend(values: Values): Promise<void>;
}

/** Form for one survey. Validated on sending only (docs/product-rules.md#surveys). */
export function FeedbackForm({ form, language, hospital, answersAreKept, start, onChange, onSend }: FeedbackFormProps) {
  const { t } = language;
  const send = async (values: Values, { setStatus }: FormikHelpers<Values>) => {
    setStatus(undefined);
    await onSend(values).catch(() => setStatus('failed'));
  };
  return (
    <Formik
      initialValues={start}
      validationSchema={schemaOf(form, language)}
      validateOnChange={false}
      validateOnBlur={false}
      onSubmit={send}
    >
      {({ isSubmitting, status }) => (
        <Form noValidate>
          <Changes onChange={onChange} />
          <Stack $gap={BETWEEN_QUESTIONS}>
            <Stack>
              {!answersAreKept && <Note>{t('demo')}</Note>}
              <Soft>{t(form.intro, { hospital })}</Soft>
            </Stack>
            <FormErrors title={t('send.incomplete')} />
            {form.questions.map((question) => (
              <QuestionField key={question.name} question={question} language={language} />
            ))}
          </Stack>
          <Actions>
            {status === 'failed' && (
              <Note tone="error" live="alert" title={t('send.failed')}>
                {t('send.failedText')}
              </Note>
            )}
            <Button type="submit" busy={isSubmitting} iconAfter={<Send />}>
              {t('send.button')}
            </Button>
            <VisuallyHidden role="status">{isSubmitting ? t('send.sending') : ''}</VisuallyHidden>
          </Actions>
        </Form>
      )}
    </Formik>
  );
}

/** Reports every change of the enclosing form. */
function Changes({ onChange }: Pick<FeedbackFormProps, 'onChange'>) {
  const { values } = useFormikContext<Values>();
  const reported = useRef(values);
  useEffect(() => {
    if (reported.current === values) return;
    reported.current = values;
    onChange(values);
  }, [values, onChange]);
  return null;
}

/** Returns a form's validation rules (docs/product-rules.md#surveys), with messages in one language. */
function schemaOf({ questions }: SurveyForm, language: Language) {
  return yup.object(Object.fromEntries(questions.flatMap((question) => ruleFor(question, language))));
}

function ruleFor(question: Question, { t }: Language): [string, Schema][] {
  if (question.kind !== 'option' || question.missing === undefined) return [];
  return [[question.name, yup.number().required(t(question.missing))]];
}

interface QuestionProps<Kind extends Question> {
  question: Kind;
  language: Language;
}

/** One survey question with a field for its kind, bound to the enclosing form. */
function QuestionField({ question, language }: QuestionProps<Question>) {
  if (question.kind === 'option') return <OptionField question={question} language={language} />;
  if (question.kind === 'rating') return <RatingField question={question} language={language} />;
  return <CommentField question={question} language={language} />;
}

function OptionField({ question, language }: QuestionProps<OptionQuestion>) {
  const field = useFormikField<number | null>(question.name);
  const { label, hint, scale, missing } = question;
  return (
    <RadioCards
      {...field}
      label={language.t(label)}
      hint={hint && language.t(hint)}
      required={missing !== undefined}
      options={choicesOf(scale, language)}
    />
  );
}

function RatingField({ question, language }: QuestionProps<RatingQuestion>) {
  const field = useFormikField<number>(question.name);
  return (
    <StarRating {...field} label={language.t(question.label)} valueLabel={(value) => ratingInWords(value, language)} />
  );
}

function CommentField({ question, language }: QuestionProps<CommentQuestion>) {
  const field = useFormikField<string>(question.name);
  return <TextArea {...field} label={language.t(question.label)} maxLength={COMMENT_MAX} />;
}
