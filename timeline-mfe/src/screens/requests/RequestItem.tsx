import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import Footprints from 'lucide-react/icons/footprints';
import ReplyIcon from 'lucide-react/icons/reply';
import Send from 'lucide-react/icons/send';
import type { CareRequest } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Card, formatMoment, Soft, Stack, type Translate, useText } from 'shared-ui';
import { HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { Paragraphs } from '../../components/EventText.tsx';
import { words } from './useRequests.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: var(--space-1) var(--space-3);
`;

const Title = styled.h2`
  font-size: var(--text-m);
`;

const Reply = styled.li`
  padding-inline-start: var(--space-3);
  border-inline-start: 3px solid var(--brand);
`;

const NewReply = styled.strong`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--brand);
  font-size: var(--text-s);
`;

interface RequestItemProps {
  request: CareRequest;
  /** Whether it has a reply that was unread when the list opened. */
  hasNewReply?: boolean;
  /** Below the request: what its author can do about it. */
  action?: ReactNode;
}

/** Returns what a request asks for, with the level of a pain. */
export function titleOf(t: Translate<TitleKey>, { kind, level }: CareRequest): string {
  return kind === 'pain' && typeof level === 'number' ? t('item.pain', { level }) : t(`kind.${kind}`);
}

type TitleKey = `kind.${CareRequest['kind']}` | 'item.pain';

/** A request with its status and its replies, oldest first. */
export function RequestItem({ request, hasNewReply = false, action }: RequestItemProps) {
  const t = useText(words);
  const { about, createdAt, expectedAt, replies, status, text, who } = request;
  return (
    <Card as="article">
      <Stack $gap={8}>
        <Head>
          <Title>{titleOf(t, request)}</Title>
          <RequestStatus request={request} />
        </Head>
        {hasNewReply && (
          <NewReply>
            <ReplyIcon />
            {t('item.newReply')}
          </NewReply>
        )}
        {expectedAt && status !== 'done' && <p>{t('item.expected', { moment: formatMoment(expectedAt) })}</p>}
        {about?.title && <Soft>{t('item.about', { title: about.title })}</Soft>}
        {text !== '' && <Paragraphs text={text} />}
        <Soft>{t('item.by', { name: who, moment: formatMoment(createdAt) })}</Soft>
        {replies.length > 0 && (
          <Stack as="ul" aria-label={t('item.replies')}>
            {replies.map((reply) => (
              <Reply key={reply.id}>
                <Paragraphs text={reply.text} lang={reply.language} />
                <HospitalWordsNote lang={reply.language ?? null} />
                <Soft>{t('item.by', { name: reply.who, moment: formatMoment(reply.createdAt) })}</Soft>
              </Reply>
            ))}
          </Stack>
        )}
        {action}
      </Stack>
    </Card>
  );
}

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-soft);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='seen'],
  &[data-status='on-the-way'] {
    color: var(--brand);
  }
  &[data-status='done'] {
    color: var(--act);
  }
`;

const ICONS = { sent: Send, seen: Eye, 'on-the-way': Footprints, done: CircleCheck };

/** Returns a request's status at the hospital in words, with the staff member's name if it is known. */
export function statusOf(t: Translate<StatusKey>, { status, seenBy, assignee }: CareRequest): string {
  if (status === 'seen' && seenBy) return t('status.seenBy', { name: seenBy });
  if (status === 'on-the-way' && assignee) return t('status.onTheWay', { name: assignee });
  return t(`status.${status}`);
}

type StatusKey = `status.${CareRequest['status'] | 'seenBy' | 'onTheWay'}`;

/** A request's status at the hospital, as text and icon. */
function RequestStatus({ request }: { request: CareRequest }) {
  const t = useText(words);
  const Icon = ICONS[request.status];
  return (
    <Mark data-status={request.status}>
      <Icon />
      {statusOf(t, request)}
    </Mark>
  );
}
