import Send from 'lucide-react/icons/send';
import { useEffect, useRef } from 'react';
import { Actions, Button, Note, Soft, Stack, VisuallyHidden } from 'shared-ui';
import { Form, FormErrors, Formik, type FormikHelpers, useFormikContext } from 'shared-ui/forms';
import type { SurveyForm, Values } from '../../surveys/question.ts';
import type { Speech } from '../../words.ts';
import { QuestionField } from './QuestionField.tsx';
import { schemaOf } from './schema.ts';

/** Space between two questions (px). */
const BETWEEN_QUESTIONS = 28;

interface FeedbackFormProps {
  form: SurveyForm;
  speech: Speech;
  hospital: string;
  answersAreKept: boolean;
  /** Initial values. */
  start: Values;
  /** Called on every change, so that nothing is lost when the user leaves. */
  onChange(values: Values): void;
  /** Resolves once the answers are safe. On rejection, the form keeps them and shows an error. */
  onSend(values: Values): Promise<void>;
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

/** Form for one survey. Validated on sending only (docs/product-rules.md#surveys). */
export function FeedbackForm({ form, speech, hospital, answersAreKept, start, onChange, onSend }: FeedbackFormProps) {
  const { t } = speech;
  const send = async (values: Values, { setStatus }: FormikHelpers<Values>) => {
    setStatus(undefined);
    await onSend(values).catch(() => setStatus('failed'));
  };
  return (
    <Formik
      initialValues={start}
      validationSchema={schemaOf(form, speech)}
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
              <QuestionField key={question.name} question={question} speech={speech} />
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
