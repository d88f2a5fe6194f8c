import Clock from 'lucide-react/icons/clock';
import type { DeskRequest, NewReply } from 'mock-api/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  Button,
  Card,
  formatMoment,
  formatTime,
  Row,
  Soft,
  Stack,
  staffPaths,
  useLoad,
  useLocale,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { delayRequest } from '../../api/board.ts';
import { fetchTemplates, templatesOf, templateText } from '../../api/templates.ts';
import { markSeen, sendReply } from '../../api/waiting.ts';
import { Failure } from '../../components/feedback.tsx';
import { identityOf, languageName } from '../../components/identity.tsx';
import { RequestActions, useRequestActions } from '../../components/waiting/RequestActions.tsx';
import { isOverdueAt, OverdueMark, RequestKind, waitOf } from '../../components/waiting/waiting-parts.tsx';
import { words } from '../../words.ts';

interface Props {
  request: DeskRequest;
  now: number;
  onChanged(request: DeskRequest, message: string): void;
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-1) var(--space-3);

  h4 {
    font-size: var(--text-l);
  }
`;

const Patient = styled.p`
  a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--target);
    font-weight: 640;
    overflow-wrap: anywhere;
  }
`;

const Words = styled.p`
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

/** Minutes that one tap adds. */
const DELAYS = [15, 30] as const;

/** One request on the board, and what staff do about it, each at one tap. */
export function BoardCard({ request, now, onChanged }: Props) {
  const t = useText(words);
  const { id, createdAt, dueAt, expectedAt, isAnonymous = false, patient, replies, status, text, who } = request;
  const { name } = patient;
  const [isReplying, setIsReplying] = useState(false);
  const replyId = useId();
  const actions = useRequestActions(onChanged);
  const { act } = actions;
  const { ward } = patient;
  const identity = [ward && t('board.inWard', { ward }), identityOf(t, patient)].filter(Boolean).join(' · ');
  return (
    <Card as="article" aria-label={name}>
      <Stack $gap={8}>
        <Head>
          <h4>
            <RequestKind request={request} />
          </h4>
          <Row $gap={8}>
            <time dateTime={createdAt} title={formatMoment(createdAt)}>
              {waitOf(t, createdAt, now)}
            </time>
            {isOverdueAt(dueAt, now) && <OverdueMark />}
          </Row>
        </Head>
        <Patient>
          {isAnonymous ? name : <Link to={staffPaths.patient(patient.id)}>{name}</Link>}{' '}
          {identity && <Soft as="span">{identity}</Soft>}
        </Patient>
        {text !== '' && <Words>{text}</Words>}
        {isAnonymous && <Soft>{t('requests.anonymous')}</Soft>}
        {who !== name && <Soft>{t('requests.from', { who })}</Soft>}
        {expectedAt && <Soft>{t('board.until', { time: formatTime(expectedAt) })}</Soft>}
        {replies.length > 0 && <Soft>{t('board.replied', { text: replies.at(-1)?.text ?? '' })}</Soft>}
        <RequestActions
          request={request}
          actions={actions}
          done={t('requests.markDone')}
          nowDone={t('requests.nowDone', { name })}
        >
          {status === 'sent' && (
            <Button compact variant="ghost" {...act('seen', () => markSeen(id), t('requests.nowSeen', { name }))}>
              {t('requests.markSeen')}
            </Button>
          )}
          {!isAnonymous && (
            <>
              {DELAYS.map((minutes) => (
                <Button
                  key={minutes}
                  compact
                  variant="ghost"
                  icon={<Clock />}
                  {...act(`${minutes}`, () => delayRequest(id, minutes), t('board.nowDelayed', { name, minutes }))}
                >
                  {t('board.delay', { minutes })}
                </Button>
              ))}
              <Button
                compact
                variant="ghost"
                aria-expanded={isReplying}
                aria-controls={replyId}
                onClick={() => setIsReplying(!isReplying)}
              >
                {t('board.reply')}
              </Button>
            </>
          )}
        </RequestActions>
        <div id={replyId} hidden={!isReplying}>
          {isReplying && (
            <QuickReplies
              language={request.language}
              disabled={actions.isSending}
              onChoose={(reply) => {
                setIsReplying(false);
                actions.run('reply', () => sendReply(id, reply), t('requests.nowReplied', { name }));
              }}
            />
          )}
        </div>
        <Failure error={actions.error} />
      </Stack>
    </Card>
  );
}

const Reply = styled(Button)`
  justify-content: start;
  text-align: start;
`;

interface QuickRepliesProps {
  /** Language of the person who asked. */
  language: DeskRequest['language'];
  disabled: boolean;
  onChoose(reply: NewReply): void;
}

/** The hospital's templates for replies, as staff read them: one tap sends one, in the language of who asked. */
function QuickReplies({ language, disabled, onChoose }: QuickRepliesProps) {
  const t = useText(words);
  const locale = useLocale();
  const { state, value } = useLoad(fetchTemplates, []);
  if (state === 'failed') return <Soft>{t('templates.failed')}</Soft>;
  if (!value) return null;
  const templates = templatesOf(value.templates, 'reply', locale);
  if (templates.length === 0) return <Soft>{t('templates.empty')}</Soft>;
  return (
    <Stack $gap={8}>
      {language && language !== locale && <Soft>{t('templates.sentIn', { language: languageName(language) })}</Soft>}
      {templates.map(({ id, text }) => (
        <Reply
          key={id}
          variant="ghost"
          compact
          disabled={disabled}
          onClick={() => onChoose({ template: id, text: templateText(text, locale) })}
        >
          {templateText(text, locale)}
        </Reply>
      ))}
    </Stack>
  );
}
