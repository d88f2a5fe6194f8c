import type { DeskRequest } from 'mock-api/contract';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { Button, formatMoment, LinkButton, Row, Soft, Stack, staffPaths, useText } from 'shared-ui';
import { TextArea, useUnsent } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { Failure } from '../../components/Failure.tsx';
import { words } from '../../words.ts';
import type { RequestActs } from './useRequestActs.ts';

/** The longest reply that the API takes. */
const REPLY_LENGTH = 2000;

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
  acts: RequestActs;
  /** Whether the reply is what the reader wants to write at once. */
  takesFocus: boolean;
}

/** The whole of a request, its replies, and what can be done. */
export function RequestDetails({ request, acts, takesFocus }: Props) {
  const t = useText(words);
  const { patient, about, text, status, replies } = request;
  return (
    <Frame>
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
      <Reply acts={acts} takesFocus={takesFocus} />
      <Failure error={acts.error} />
      <Row>
        {status === 'sent' && (
          <Button compact variant="ghost" busy={acts.seen.state === 'sending'} onClick={() => acts.seen.submit()}>
            {t('requests.markSeen')}
          </Button>
        )}
        {status !== 'done' && (
          <Button compact variant="ghost" busy={acts.done.state === 'sending'} onClick={() => acts.done.submit()}>
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

/** A reply to write. It stays when sending fails. */
function Reply({ acts: { reply }, takesFocus }: Pick<Props, 'acts' | 'takesFocus'>) {
  const t = useText(words);
  const id = useId();
  const [text, setText] = useState('');
  useUnsent(text !== '');
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [takesFocus, id]);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && (await reply.submit(text.trim()))) setText('');
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextArea
          id={id}
          label={t('requests.reply')}
          rows={3}
          value={text}
          onChange={setText}
          maxLength={REPLY_LENGTH}
        />
        <Row>
          <Button type="submit" compact disabled={text.trim() === ''} busy={reply.state === 'sending'}>
            {t('requests.sendReply')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
