import Send from 'lucide-react/icons/send';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Actions, Button, Note, Row, Soft, Stack, VisuallyHidden } from 'shared-ui';
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
import {
  type CommentQuestion,
  choicesOf,
  isRequired,
  lengthOf,
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
  /** Where the answers are kept, if not at the hospital. */
  note: string | undefined;
  /** Whether the form is the demo's, which starts with answers. */
  isDemo: boolean;
  /** Initial values. */
  start: Values;
  /** Called on every change, so that nothing is lost when the user leaves. */
  onChange(values: Values): void;
  /** Resolves once the answers are safe. On rejection, the form keeps them and shows an error. */
  onSend(values: Values): Promise<void>;
}

/** Form for one survey. Validated on sending only (docs/product-rules.md#surveys). */
export function FeedbackForm(props: FeedbackFormProps) {
  const { form, language, hospital, note, isDemo, start, onChange, onSend } = props;
  const { t } = language;
  const fields = useRef<HTMLDivElement>(null);
  const { questions, minutes } = lengthOf(form);
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
          <Stack $gap={BETWEEN_QUESTIONS} ref={fields}>
            <Stack>
              {note !== undefined && <Note>{note}</Note>}
              <Soft>
                {t(form.intro, { hospital })} {t('length', { questions, count: minutes })}
              </Soft>
              {!isDemo && <Soft>{t(form.questions.some(isRequired) ? 'required.some' : 'required.none')}</Soft>}
            </Stack>
            <FormErrors title={t('send.incomplete')} />
            {form.questions.map((question) => (
              <QuestionField key={question.name} question={question} language={language} isDemo={isDemo} />
            ))}
            <FocusOnMissing questions={fields} />
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

/**
 * Moves the focus to the first question without a required answer, after each attempt to send. Comes after FormErrors,
 * which takes the focus itself.
 */
function FocusOnMissing({ questions }: { questions: RefObject<HTMLElement | null> }) {
  const { isSubmitting, submitCount } = useFormikContext();
  const attempt = isSubmitting ? 0 : submitCount;
  useEffect(() => {
    if (attempt === 0) return;
    const missing = questions.current?.querySelector('[aria-invalid]');
    // The message is the last line of the question, and must be seen even if the question is longer than the screen.
    missing?.scrollIntoView?.({ block: 'end' });
    missing?.querySelector('input')?.focus({ preventScroll: true });
  }, [attempt, questions]);
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
  isDemo: boolean;
}

/** One survey question with a field for its kind, bound to the enclosing form. */
function QuestionField({ question, ...rest }: QuestionProps<Question>) {
  if (question.kind === 'option') return <OptionField question={question} {...rest} />;
  if (question.kind === 'rating') return <RatingField question={question} {...rest} />;
  return <CommentField question={question} {...rest} />;
}

interface ClearableProps {
  /** Whether there is an answer that can be taken back. */
  isAnswered: boolean;
  /** The question, which tells apart the buttons for screen readers. */
  question: string;
  language: Language;
  onClear(): void;
  children: ReactNode;
}

/** A field with a button that takes its answer back. The focus goes to the field then, as the button disappears. */
function Clearable({ isAnswered, question, language: { t }, onClear, children }: ClearableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const clear = () => {
    onClear();
    frame.current?.querySelector('input')?.focus();
  };
  return (
    <Stack $gap={8}>
      <div ref={frame}>{children}</div>
      {isAnswered && (
        <Row>
          <Button variant="plain" compact icon={<X />} aria-label={t('clear.of', { question })} onClick={clear}>
            {t('clear.answer')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function OptionField({ question, language, isDemo }: QuestionProps<OptionQuestion>) {
  const field = useFormikField<number | null>(question.name);
  const { t } = language;
  const { label, hint, scale } = question;
  const required = isRequired(question);
  return (
    <Clearable
      isAnswered={!isDemo && field.value !== null}
      question={t(label)}
      language={language}
      onClear={() => field.onChange(null)}
    >
      <RadioCards
        {...field}
        label={
          <>
            {t(label)}
            {required && !isDemo && <span aria-hidden="true"> {t('required.mark')}</span>}
          </>
        }
        hint={hint && t(hint)}
        required={required}
        options={choicesOf(scale, language)}
      />
    </Clearable>
  );
}

function RatingField({ question, language, isDemo }: QuestionProps<RatingQuestion>) {
  const field = useFormikField<number | null>(question.name);
  const label = language.t(question.label);
  const change = (value: number) => field.onChange(value === 0 && !isDemo ? null : value);
  return (
    <Clearable
      isAnswered={!isDemo && field.value !== null}
      question={label}
      language={language}
      onClear={() => change(0)}
    >
      <StarRating
        {...field}
        value={field.value ?? 0}
        onChange={change}
        label={label}
        valueLabel={(value) => ratingInWords(value, language)}
      />
    </Clearable>
  );
}

function CommentField({ question, language: { t } }: QuestionProps<CommentQuestion>) {
  const field = useFormikField<string>(question.name);
  return (
    <TextArea {...field} label={t('required.optional', { question: t(question.label) })} maxLength={COMMENT_MAX} />
  );
}
