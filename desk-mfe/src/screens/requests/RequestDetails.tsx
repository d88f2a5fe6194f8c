import type { DeskRequest } from 'mock-api/contract';
import { useEffect, useId } from 'react';
import { Button, formatMoment, LinkButton, Row, Soft, Stack, staffPaths, useText } from 'shared-ui';
import { Form, Formik, FormikField, type FormikHelpers, TextArea, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { Failure } from '../../components/Failure.tsx';
import { TemplatePicker } from '../../components/templates/TemplatePicker.tsx';
import { UnsentTyping } from '../../components/UnsentTyping.tsx';
import { words } from '../../words.ts';
import type { RequestActions } from './useRequestActions.ts';

/** Maximum length of a reply that the API accepts. */
const REPLY_LENGTH = 2000;

/** Requires a text. Needs no error message, because Send is disabled while the reply is empty. */
const REPLY_SCHEMA = yup.object({ text: yup.string().trim().required() });

const NO_REPLY = { text: '' };

const Frame = styled(Stack)`
  padding: var(--space-3) var(--space-4) var(--space-4);

  blockquote {
    margin: 0;
    padding-inline-start: var(--space-3);
    border-inline-start: 3px solid var(--star);
  }
  blockquote p:first-child {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

interface Props {
  request: DeskRequest;
  actions: RequestActions;
  /** Whether to focus the reply field. */
  takesFocus: boolean;
}

/** A request in full, its replies and actions. */
export function RequestDetails({ request, actions, takesFocus }: Props) {
  const t = useText(words);
  const { patient, about, text, status, replies } = request;
  return (
    <Frame as="article" aria-label={patient.name}>
      {about && <Soft>{t('requests.about', { title: about.title ?? about.type })}</Soft>}
      <blockquote>
        <p>{text}</p>
      </blockquote>
      {replies.map(({ id, text: reply, who, createdAt }) => (
        <blockquote key={id}>
          <p>{reply}</p>
          <Soft>
            {who} · {formatMoment(createdAt)}
          </Soft>
        </blockquote>
      ))}
      <Reply actions={actions} takesFocus={takesFocus} language={request.language} />
      <Failure error={actions.error} />
      <Row>
        {status === 'sent' && (
          <Button compact variant="ghost" busy={actions.seen.state === 'sending'} onClick={() => actions.seen.submit()}>
            {t('requests.markSeen')}
          </Button>
        )}
        {status !== 'done' && (
          <Button compact variant="ghost" busy={actions.done.state === 'sending'} onClick={() => actions.done.submit()}>
            {t('requests.markDone')}
          </Button>
        )}
        <LinkButton compact variant="plain" to={staffPaths.patient(patient.id)}>
          {t('requests.toPatient')}
        </LinkButton>
      </Row>
    </Frame>
  );
}

interface ReplyProps extends Pick<Props, 'actions' | 'takesFocus'> {
  /** Language of the person who asked. */
  language: DeskRequest['language'];
}

/** Reply form. Keeps the text when sending fails. */
function Reply({ actions: { reply }, takesFocus, language }: ReplyProps) {
  const t = useText(words);
  const id = useId();
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [takesFocus, id]);
  const send = async ({ text }: typeof NO_REPLY, { resetForm }: FormikHelpers<typeof NO_REPLY>) => {
    if (await reply.submit(text.trim())) resetForm();
  };
  return (
    <Formik initialValues={NO_REPLY} validationSchema={REPLY_SCHEMA} onSubmit={send}>
      {({ values, setFieldValue, isSubmitting }) => (
        <Form noValidate>
          <UnsentTyping />
          <Stack>
            <TemplatePicker
              kind="reply"
              language={language}
              hasTyping={values.text.trim() !== ''}
              onInsert={({ text }) => {
                void setFieldValue('text', text);
                document.getElementById(id)?.focus();
              }}
            />
            <FormikField name="text">
              {/* Explicit id: several requests can be open at once. An empty reply is no error: Send is disabled. */}
              {({ error: _empty, ...field }) => (
                <TextArea {...field} id={id} label={t('requests.reply')} rows={3} maxLength={REPLY_LENGTH} />
              )}
            </FormikField>
            <Row>
              <Button type="submit" compact disabled={!REPLY_SCHEMA.isValidSync(values)} busy={isSubmitting}>
                {t('requests.sendReply')}
              </Button>
            </Row>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}
