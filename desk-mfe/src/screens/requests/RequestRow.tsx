import type { DeskRequest, NewReply } from 'mock-api/contract';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Button, formatMoment, LinkButton, Row, Soft, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
import {
  Form,
  Formik,
  FormikField,
  type FormikHelpers,
  TextArea,
  useFormikContext,
  useUnsent,
  yup,
} from 'shared-ui/forms';
import { styled } from 'styled-components';
import { markDone, markSeen, sendReply } from '../../api/waiting.ts';
import { Failure } from '../../components/feedback.tsx';
import { Identity, patientLabel } from '../../components/identity.tsx';
import { EntryRow } from '../../components/table/Table.tsx';
import { TemplatePicker } from '../../components/templates/TemplatePicker.tsx';
import { RequestKind } from '../../components/waiting/waiting-parts.tsx';
import { words } from '../../words.ts';
import { actionOf, moveBetweenRequests, type RequestAction, ROW } from './keys.ts';

const Open = styled.button`
  min-block-size: var(--target);
  padding: 0;
  border: 0;
  background: transparent;
  color: inherit;
  font: inherit;
  text-align: start;
`;

const Excerpt = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: var(--ink-soft);
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 1;
`;

const Details = styled.td`
  && {
    padding: 0;
  }
`;

interface Props {
  request: DeskRequest;
  isOpenAtFirst: boolean;
  onChanged(request: DeskRequest, message: string): void;
}

/** Summary of one request, which expands to the full text with replies. */
export function RequestRow({ request, isOpenAtFirst, onChanged }: Props) {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [wantsReply, setWantsReply] = useState(false);
  const actions = useRequestActions(request, onChanged);
  const id = useId();
  const run = (action: RequestAction) => {
    if (action === 'reply') {
      setIsOpen(true);
      setWantsReply(true);
    } else void actions[action].submit();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    moveBetweenRequests(event);
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    run(action);
  };
  const { patient, who, text, createdAt, status } = request;
  return (
    <>
      <EntryRow>
        <th scope="row">
          <Open
            type="button"
            {...{ [ROW]: '' }}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-keyshortcuts="s d r"
            onKeyDown={press}
            onClick={() => setIsOpen(!isOpen)}
          >
            {patient.name}
          </Open>{' '}
          <Identity of={patient} />
        </th>
        <td data-wide>
          <RequestKind request={request} />
          {!isOpen && <Excerpt>{text}</Excerpt>}
        </td>
        <td>{who === patient.name ? t('requests.fromPatient') : t('requests.from', { who })}</td>
        <td data-short>
          {t(`requests.states.${status}`)} · {formatMoment(createdAt)}
        </td>
      </EntryRow>
      <tr id={id} hidden={!isOpen}>
        <Details colSpan={4}>
          {isOpen && <RequestDetails request={request} actions={actions} takesFocus={wantsReply} />}
        </Details>
      </tr>
    </>
  );
}

/** Returns the desk's actions on a request. `onChanged` receives the updated request and a confirmation message. */
function useRequestActions({ id, patient }: DeskRequest, onChanged: (request: DeskRequest, message: string) => void) {
  const t = useText(words);
  const name = patientLabel(t, patient);
  const seen = useSubmit(async () => onChanged(await markSeen(id), t('requests.nowSeen', { name })));
  const done = useSubmit(async () => onChanged(await markDone(id), t('requests.nowDone', { name })));
  /** Resolves with true if the reply was sent. */
  const reply = useSubmit(async (written: NewReply) => {
    onChanged(await sendReply(id, written), t('requests.nowReplied', { name }));
    return true;
  });
  return { seen, done, reply, error: seen.error ?? done.error ?? reply.error };
}

type RequestActions = ReturnType<typeof useRequestActions>;

/** Maximum length of a reply that the API accepts. */
const REPLY_LENGTH = 2000;

/** Requires a text. Needs no error message, because Send is disabled while the reply is empty. */
const REPLY_SCHEMA = yup.object({ text: yup.string().trim().required() });

const NO_REPLY: NewReply = { text: '' };

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

interface DetailsProps {
  request: DeskRequest;
  actions: RequestActions;
  /** Whether to focus the reply field. */
  takesFocus: boolean;
}

/** A request in full, its replies and actions. */
function RequestDetails({ request, actions, takesFocus }: DetailsProps) {
  const t = useText(words);
  const { patient, about, isAnonymous = false, text, status, replies } = request;
  return (
    <Frame as="article" aria-label={patient.name}>
      {about && <Soft>{t('requests.about', { title: about.title ?? about.type })}</Soft>}
      <blockquote>
        <p dir="auto">{text}</p>
      </blockquote>
      {replies.map(({ id, text: reply, who, createdAt }) => (
        <blockquote key={id}>
          <p dir="auto">{reply}</p>
          <Soft>
            {who} · {formatMoment(createdAt)}
          </Soft>
        </blockquote>
      ))}
      {isAnonymous ? (
        <Soft>{t('requests.anonymous')}</Soft>
      ) : (
        <Reply actions={actions} takesFocus={takesFocus} request={request} />
      )}
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
        {!isAnonymous && (
          <LinkButton compact variant="plain" to={staffPaths.patient(patient.id)}>
            {t('requests.toPatient')}
          </LinkButton>
        )}
      </Row>
    </Frame>
  );
}

interface ReplyProps extends Pick<DetailsProps, 'actions' | 'takesFocus'> {
  request: DeskRequest;
}

/** Reply form. Keeps the text when sending fails. */
function Reply({ actions: { reply }, takesFocus, request: { patient, language } }: ReplyProps) {
  const t = useText(words);
  const id = useId();
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [takesFocus, id]);
  const send = async ({ text, ...inserted }: NewReply, { resetForm }: FormikHelpers<NewReply>) => {
    if (await reply.submit({ ...inserted, text: text.trim() })) resetForm();
  };
  return (
    <Formik initialValues={NO_REPLY} validationSchema={REPLY_SCHEMA} onSubmit={send}>
      {({ values, setValues, isSubmitting }) => (
        <Form noValidate>
          <UnsentReply />
          <Stack>
            <TemplatePicker
              kind="reply"
              patient={patient}
              language={language}
              hasTyping={values.text.trim() !== ''}
              onInsert={({ template, text }) => {
                void setValues({ template, text });
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

function UnsentReply() {
  useUnsent(useFormikContext().dirty);
  return null;
}
